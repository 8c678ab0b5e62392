/** The counts of members in the text of `ensemble.json`. */
import { isDeepStrictEqual } from 'node:util';
import { manifestText } from '../make/manifest-text.ts';
import type { MemberWork } from './member-work.ts';

/** ONNX Runtime fuses other nodes on other processors, and so moves other bytes: a share of them. */
const MOST_DIFFERENCE = 0.1;

interface Content {
  readonly members: readonly (Partial<MemberWork> & { readonly file: string; readonly sha256?: string })[];
}

/** A manifest with these counts, and its layout as it was where that can be kept. */
export function withWork(text: string, works: readonly MemberWork[]): string {
  const content = JSON.parse(text) as Content;
  const members = content.members.map(({ operations: _, bytesMoved: __, ...entry }, index) => ({
    ...entry,
    ...works[index],
  }));
  const wanted = { ...content, members };
  let edited = text.replace(/,\s*"(operations|bytesMoved)":\s*\d+/g, '');
  for (const [index, { file, sha256 }] of members.entries()) {
    const [field, value] = sha256 === undefined ? ['file', file] : ['sha256', sha256];
    const place = new RegExp(`([ \\t]*)"${field}":\\s*"${value.replaceAll('.', '\\.')}"`);
    const counts = Object.entries(works[index] as MemberWork);
    edited = edited.replace(
      place,
      (found, indent) => found + counts.map(([name, count]) => `,\n${indent}"${name}": ${count}`).join(''),
    );
  }
  return isDeepStrictEqual(parsed(edited), wanted) ? edited : manifestText(wanted);
}

/** Which of the members have other counts than these, or none. */
export function otherWork(
  { members }: { readonly members: readonly object[] },
  works: readonly MemberWork[],
): { readonly wrong: readonly number[]; readonly missing: readonly number[] } {
  const told = members.map((entry) => entry as Partial<MemberWork>);
  const isMissing = (index: number) => told[index]?.bytesMoved === undefined;
  const others = told.flatMap((work, index) => (isAlike(work, works[index] as MemberWork) ? [] : [index]));
  return { wrong: others.filter((index) => !isMissing(index)), missing: others.filter(isMissing) };
}

function isAlike(told: Partial<MemberWork>, counted: MemberWork): boolean {
  const { bytesMoved = 0 } = told;
  const difference = Math.abs(bytesMoved - counted.bytesMoved);
  return told.operations === counted.operations && difference <= MOST_DIFFERENCE * counted.bytesMoved;
}

/** Undefined where an edit has spoilt it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
