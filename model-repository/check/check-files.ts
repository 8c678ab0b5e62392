/** Judges the files that `ensemble.json` and `samples/labels.json` name, and fills in what can be counted. */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashFile } from '../../functions/inference/model/model-file.ts';
import { manifestText } from '../make/manifest-text.ts';
import { externalFiles } from '../onnx/external-data.ts';
import { RepositoryError } from '../repository-error.ts';
import { type ListedSample, listedSamples } from '../samples.ts';
import type { Findings } from './findings.ts';

interface NamedFile {
  readonly file?: unknown;
  readonly sha256?: unknown;
  readonly count?: unknown;
}

/**
 * Compares files with their hashes and counts.
 *
 * @param fix writes those that are missing into `ensemble.json`
 */
export async function checkFiles(
  directory: string,
  content: Record<string, unknown>,
  fix: boolean,
  findings: Findings,
): Promise<void> {
  const members = Array.isArray(content.members) ? content.members : [];
  const fields = Object.entries(content).map(([name, entry]) => [
    name,
    isNamed(entry) ? completed(directory, entry, name === 'labels', findings) : entry,
  ]);
  const complete = {
    ...Object.fromEntries(fields),
    members: await Promise.all(
      members.map((entry) => (isNamed(entry) ? completedMember(directory, entry, findings) : entry)),
    ),
  };
  if (JSON.stringify(complete) === JSON.stringify(content)) return;
  if (!fix) {
    findings.notes.push(
      'hashes, counts or files of weights are missing, so a damaged file would not be noticed: --fix fills them in',
    );
    return;
  }
  await writeFile(path.join(directory, 'ensemble.json'), manifestText(complete));
  findings.notes.push('missing hashes, counts and files of weights were filled in');
}

function isNamed(entry: unknown): entry is NamedFile & { file: string } {
  return typeof (entry as NamedFile | undefined)?.file === 'string';
}

/** A member with its hash, and those of the files beside it that hold its weights. */
async function completedMember(
  directory: string,
  entry: NamedFile & { file: string; externalData?: unknown },
  findings: Findings,
): Promise<object> {
  const complete = completed(directory, entry, false, findings);
  const named = Array.isArray(entry.externalData) ? entry.externalData : [];
  const unnamed = (await filesOfGraph(directory, entry.file, findings)).filter(
    (location) => !named.some((beside) => isNamed(beside) && beside.file === location),
  );
  if (unnamed.length > 0) {
    findings.notes.push(
      `${entry.file}: "externalData" does not name ${unnamed.join(', ')}, where it has weights`,
    );
  }
  const externalData = [...named, ...unnamed.map((file) => ({ file }))];
  if (externalData.length === 0) return complete;
  const data = externalData.map((beside) =>
    isNamed(beside) ? completed(directory, beside, false, findings) : beside,
  );
  return { ...complete, externalData: data };
}

/** Files that a graph has weights in. */
async function filesOfGraph(directory: string, file: string, findings: Findings): Promise<string[]> {
  const model = path.join(directory, file);
  if (!existsSync(model)) return [];
  try {
    return await externalFiles(model);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    findings.wrong.push(error.message.replace(model, file));
    return [];
  }
}

/** The entry with its hash, and the count of a list, behind the name of the file. */
function completed(
  directory: string,
  entry: NamedFile & { file: string },
  isList: boolean,
  findings: Findings,
): object {
  const file = path.join(directory, entry.file);
  if (!existsSync(file)) {
    findings.wrong.push(`${entry.file}: there is no such file in the folder`);
    return entry;
  }
  const { file: _file, sha256, count, ...rest } = entry as NamedFile & Record<string, unknown>;
  const actual = hashFile(file);
  if (sha256 !== undefined && sha256 !== actual) {
    findings.wrong.push(
      `${entry.file}: has SHA-256 ${actual}, not ${sha256}: corrupt or replaced; if it is meant to be this one, take ` +
        '"sha256" out and use --fix',
    );
  }
  const lines = isList ? readFileSync(file, 'utf8').trimEnd().split(/\r?\n/).length : undefined;
  if (lines !== undefined && count !== undefined && count !== lines) {
    findings.wrong.push(`${entry.file}: holds ${lines} labels, not ${count}`);
  }
  const { name, ...others } = rest;
  return {
    ...(name !== undefined && { name }),
    file: entry.file,
    ...(isList && { count: count ?? lines }),
    sha256: sha256 ?? actual,
    ...others,
  };
}

/** Looks for the samples that are listed. @returns whether all of them are there */
export function checkSampleFiles(directory: string, findings: Findings): boolean {
  const folder = path.join(directory, 'samples');
  const list = path.join(folder, 'labels.json');
  if (!existsSync(list)) {
    findings.notes.push(
      'there are no samples: samples/labels.json with [{"file": …, "label": …}] and the files',
    );
    return false;
  }
  let entries: readonly ListedSample[];
  try {
    entries = listedSamples(readFileSync(list, 'utf8'), 'samples/labels.json');
    if (entries.length === 0) throw new RepositoryError('samples/labels.json: lists no samples');
  } catch (error) {
    findings.wrong.push((error as Error).message);
    return false;
  }
  const missing = entries.filter(({ file }) => !existsSync(path.join(folder, file)));
  for (const { file } of missing) {
    findings.wrong.push(`samples/${file}: is listed in labels.json and not there`);
  }
  return missing.length === 0;
}
