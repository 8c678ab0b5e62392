/** Labels of a model that chooses one. */
import path from 'node:path';
import * as v from 'valibot';
import { Count, FileName, Sha256 } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import { readVerified } from '../model/model-file.ts';

export const LabelsSchema = v.strictObject({
  /** One a line, in the order of the members' outputs. */
  file: FileName,
  count: v.optional(Count),
  sha256: v.optional(Sha256),
});

/**
 * Reads the labels, one per line, in the order of the members' outputs.
 *
 * @throws {ModelError} when the file is missing, another one, or holds another number of labels
 */
export async function readLabels(
  directory: string,
  { labels }: { readonly labels: v.InferOutput<typeof LabelsSchema> },
): Promise<readonly string[]> {
  const file = path.join(directory, labels.file);
  const lines = (await readVerified(file, labels.sha256)).toString('utf8').trimEnd().split(/\r?\n/);
  if (labels.count !== undefined && lines.length !== labels.count) {
    throw new ModelError(`${file} holds ${lines.length} labels where ensemble.json says ${labels.count}`);
  }
  return lines;
}
