/** The pipeline `text-classification`. */
import { readLabels } from '../../functions/inference/pipelines/labels.ts';
import { checkTextClassification } from '../../functions/inference/pipelines/text-classification/manifest.ts';
import type { TextClassification } from '../../functions/inference/pipelines/text-classification/probabilities.ts';
import { bestOf } from '../../functions/inference/pipelines/text-classification/probabilities.ts';
import { readSamples } from '../../model-repository/samples.ts';
import { UsageError } from '../../project/usage-error.ts';
import { type LabelledRow, readTable } from '../csv.ts';
import type { Kind } from './kind.ts';
import { labelledOf } from './labelled-samples.ts';

export const texts: Kind = {
  what: 'texts',
  async samplesOf({ directory }, { csv, label }) {
    if (csv === undefined)
      return { samples: labelledOf(await readSamples(directory)), place: `the samples of ${directory}` };
    return { samples: labelledOf(readTable(csv, label).map((row) => textSample(row))), place: csv };
  },
  async labelsOf({ directory, manifest }) {
    const own = checkTextClassification(manifest, directory);
    return { listed: await readLabels(directory, own), reject: undefined };
  },
  bestOf: (memberOutput, { listed }) => bestOf([...(memberOutput as Float32Array[])[0]!], listed).label,
  predictionOf(output, { listed }) {
    const { label, probability } = bestOf((output as TextClassification).probabilities[0]!, listed);
    return { predicted: label, best: label, sureness: { confidence: probability } };
  },
};

/** @throws {UsageError} where a row has no column `text` and more than one that it could be */
function textSample({ name, label, cells }: LabelledRow) {
  const text = cells.get('text') ?? (cells.size === 1 ? [...cells.values()][0] : undefined);
  if (text === undefined) {
    throw new UsageError(
      `--csv needs a column "text" beside the labels; there is ${[...cells.keys()].join(', ')}`,
    );
  }
  return { name, label, mediaType: 'text/plain', bytes: new TextEncoder().encode(text) };
}
