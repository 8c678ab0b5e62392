/** Judges the files that `ensemble.json` and `samples/labels.json` name, and fills in what can be counted. */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashFile } from '../../functions/inference/model/model-file.ts';
import { manifestText } from '../make/describe-model.ts';
import { weightsOf } from '../member-files.ts';
import { RepositoryError } from '../repository-error.ts';
import { listedSamples } from '../request-source.ts';
import type { Findings } from './check-manifest.ts';

type NamedFile = Readonly<Record<string, unknown>> & { readonly file: string };

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
  const named = members.map((entry) => withWeights(directory, entry, findings));
  const complete = completeFields(directory, { ...content, members: named }, findings);
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

function isNamed(entry: unknown): entry is NamedFile {
  return typeof (entry as Partial<NamedFile> | null | undefined)?.file === 'string';
}

/** A member with all files beside it in which its graph has weights. */
function withWeights(directory: string, entry: unknown, findings: Findings): unknown {
  const model = path.join(directory, isNamed(entry) ? entry.file : '');
  if (!isNamed(entry) || !existsSync(model)) return entry;
  const named = Array.isArray(entry.externalData) ? entry.externalData : [];
  try {
    const unnamed = weightsOf(model).filter((file) => !named.some((beside) => beside?.file === file));
    if (unnamed.length === 0) return entry;
    findings.notes.push(
      `${entry.file}: "externalData" does not name ${unnamed.join(', ')}, where it has weights`,
    );
    return { ...entry, externalData: [...named, ...unnamed.map((file) => ({ file }))] };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    findings.wrong.push(error.message.replace(model, entry.file));
    return entry;
  }
}

/** Fields of which those that name files have their hashes. */
function completeFields(directory: string, fields: Readonly<Record<string, unknown>>, findings: Findings) {
  const complete = (name: string, entry: unknown): unknown => {
    if (Array.isArray(entry)) return entry.map((one) => complete(name, one));
    return isNamed(entry) ? completed(directory, entry, name === 'labels', findings) : entry;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, complete(name, entry)]));
}

/** The entry with its hash, and the count of a list, behind the name of the file. */
function completed(directory: string, entry: NamedFile, isList: boolean, findings: Findings): object {
  const file = path.join(directory, entry.file);
  if (!existsSync(file)) {
    findings.wrong.push(`${entry.file}: there is no such file in the folder`);
    return entry;
  }
  const { name, file: _file, sha256, count, ...others } = entry;
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
  return {
    ...(name !== undefined && { name }),
    file: entry.file,
    ...(isList && { count: count ?? lines }),
    sha256: sha256 ?? actual,
    ...completeFields(directory, others, findings),
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
  try {
    const entries = listedSamples(readFileSync(list, 'utf8'), 'samples/labels.json');
    if (entries.length === 0) throw new RepositoryError('samples/labels.json: lists no samples');
    const missing = entries.filter(({ file }) => !existsSync(path.join(folder, file)));
    for (const { file } of missing) {
      findings.wrong.push(`samples/${file}: is listed in labels.json, but does not exist`);
    }
    return missing.length === 0;
  } catch (error) {
    findings.wrong.push((error as Error).message);
    return false;
  }
}
