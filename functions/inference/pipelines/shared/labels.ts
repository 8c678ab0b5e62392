import path from 'node:path';
import * as v from 'valibot';
import { Count, FileEntry, strictFields } from '../../model/manifest.ts';
import { ModelError } from '../../model/model-error.ts';
import { readVerified } from '../../model/model-file.ts';
import type { RankedLabel } from '../pipeline.ts';

/** A file of labels, one per line, in the order of the members' outputs. If `count` is given, the file must have as many. */
export const LabelsSchema = strictFields({ ...FileEntry.entries, count: v.optional(Count) });

/** @throws {ModelError} if the file is missing, or its hash or number of labels differs from that in `ensemble.json` */
export async function readLabels(
  directory: string,
  { labels }: { readonly labels: v.InferOutput<typeof LabelsSchema> },
): Promise<readonly string[]> {
  const file = path.join(directory, labels.file);
  const lines = (await readVerified(file, labels.sha256)).toString('utf8').trimEnd().split(/\r?\n/);
  if (labels.count !== undefined && lines.length !== labels.count) {
    throw new ModelError(`${file} holds ${lines.length} labels, but ensemble.json says ${labels.count}`);
  }
  return lines;
}

/** The `count` most probable labels, best first; equal ones in the order of the list. */
export function topLabels(
  probabilities: ArrayLike<number>,
  labels: readonly string[],
  count: number,
): RankedLabel[] {
  const best: number[] = [];
  for (let label = 0; label < probabilities.length; label++) {
    const probability = probabilities[label]!;
    if (best.length === count && probability <= probabilities[best[count - 1]!]!) continue;
    let rank = best.length === count ? count - 1 : best.length;
    while (rank > 0 && probabilities[best[rank - 1]!]! < probability) {
      best[rank] = best[rank - 1]!;
      rank--;
    }
    best[rank] = label;
  }
  return best.map((label) => ({ label: labels[label] ?? '', probability: probabilities[label]! }));
}
