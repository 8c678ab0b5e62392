/** Judges what `ensemble.json` says that members have to do for a request, and counts it anew. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Manifest } from '../../functions/inference/model/manifest.ts';
import { otherWork, withWork } from '../work/manifest-work.ts';
import type { MemberWork } from '../work/member-work.ts';
import type { Findings } from './findings.ts';

/** @param fix writes the counts into `ensemble.json` */
export async function checkWork(
  directory: string,
  { members }: Pick<Manifest, 'members'>,
  works: readonly MemberWork[],
  fix: boolean,
  findings: Findings,
): Promise<void> {
  const { wrong, missing } = otherWork({ members }, works);
  if (wrong.length + missing.length === 0) return;
  if (fix) {
    const file = path.join(directory, 'ensemble.json');
    await writeFile(file, withWork(await readFile(file, 'utf8'), works));
    findings.notes.push('operations and bytesMoved of the members were counted');
    return;
  }
  for (const index of wrong) {
    const { name, operations, bytesMoved } = members[index] as Partial<MemberWork> & {
      readonly name: string;
    };
    const counted = works[index] as MemberWork;
    findings.wrong.push(
      `${name}: ${counted.operations} operations and ${counted.bytesMoved} bytesMoved are counted, not ${operations} and ` +
        `${bytesMoved}: --fix counts anew`,
    );
  }
  if (missing.length > 0) {
    findings.notes.push('operations and bytesMoved of the members are not counted: --fix fills them in');
  }
}
