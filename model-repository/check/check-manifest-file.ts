/** Checks `ensemble.json` without loading a model. `--fix` adds missing hashes, counts of labels and names of weight files. */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import {
  describeIssue,
  FileEntry,
  ManifestSchema,
  withWeights,
} from '../../functions/inference/model/manifest.ts';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { hashFile } from '../../functions/inference/model/model-file.ts';
import { findPipeline } from '../../functions/inference/pipelines/pipelines.ts';
import { readJson } from '../exported-folder.ts';
import { manifestText } from '../make/describe-model.ts';
import type { Findings } from '../make/report.ts';

type Fields = Readonly<Record<string, unknown>>;

const NamedFile = v.looseObject({ file: v.string() });
type NamedFile = v.InferOutput<typeof NamedFile>;
const Member = v.looseObject({ file: v.string(), externalData: v.optional(v.array(FileEntry)) });

/** Fields that contain entries of files, but are not entries themselves: the whole manifest (`''`), and `members`. */
const HOLDERS = ['', 'members'];

/**
 * Checks the fields of `ensemble.json`, and compares the files that it names with their hashes.
 * @param fix whether missing hashes, counts of labels and names of files of weights are written into `ensemble.json`
 * @throws {ModelError} if `ensemble.json` is no JSON object, or a file of weights lies outside the folder
 */
export async function checkManifestFile(directory: string, fix: boolean, findings: Findings) {
  const content: Fields | null = readJson(directory, 'ensemble.json');
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ModelError('ensemble.json must hold a JSON object');
  }
  // Unknown pipelines and contracts and wrong numbers of labels are found later, when the model is loaded.
  const { fields = ManifestSchema } = findPipeline(String(content.pipeline)) ?? {};
  const { issues = [] } = v.safeParse(fields, content);
  findings.wrong.push(...issues.map(describeIssue));
  const members = Array.isArray(content.members)
    ? content.members.map((entry) => (v.is(Member, entry) ? withWeights(directory, entry) : entry))
    : content.members;
  const complete = JSON.stringify({ ...content, members }, (field, entry) =>
    v.is(NamedFile, entry) && !HOLDERS.includes(field) ? completed(directory, field, entry, findings) : entry,
  );
  if (complete === JSON.stringify(content)) return;
  if (fix) await writeFile(path.join(directory, 'ensemble.json'), manifestText(JSON.parse(complete)));
  findings.notes.push(
    fix
      ? 'missing hashes, counts and files of weights were filled in'
      : 'hashes, counts or files of weights are missing, so a damaged file would not be noticed: --fix fills them in',
  );
}

/** Adds a missing hash, and for `labels` a missing count, after the file's name. Reports a file that is missing or changed. */
function completed(directory: string, field: string, entry: NamedFile, { wrong }: Findings) {
  const { name, file, count, sha256, ...others } = entry;
  const named = path.join(directory, file);
  if (!existsSync(named)) {
    wrong.push(`${file}: there is no such file in the folder`);
    return entry;
  }
  const actual = hashFile(named);
  if (sha256 !== undefined && sha256 !== actual) {
    wrong.push(
      `${file}: has SHA-256 ${actual}, not ${sha256}: corrupt or replaced; if the change is intended, remove ` +
        '"sha256" and use --fix',
    );
  }
  const lines = field === 'labels' ? readFileSync(named, 'utf8').trimEnd().split(/\r?\n/).length : undefined;
  return { name, file, count: count ?? lines, sha256: sha256 ?? actual, ...others };
}
