/** The pipelines `image-classification` and `text-classification`. */
import { checkFields } from '../../functions/inference/pipelines/define-pipeline.ts';
import { ImageLabelsSchema } from '../../functions/inference/pipelines/image-classification/manifest.ts';
import type { LabelPrediction } from '../../functions/inference/pipelines/image-classification/prediction.ts';
import { readLabels, topLabels } from '../../functions/inference/pipelines/labels.ts';
import { TextClassificationSchema } from '../../functions/inference/pipelines/text-classification/pipeline.ts';
import {
  bestOf,
  type TextClassification,
} from '../../functions/inference/pipelines/text-classification/probabilities.ts';
import { readSamples } from '../../model-repository/samples.ts';
import { UsageError } from '../../project/usage-error.ts';
import { type LabelledRow, readTable } from '../csv.ts';
import type { Kind } from './classifier.ts';
import { labelledOf, listSamples } from './labelled-samples.ts';

export const pictures: Kind = {
  what: 'pictures',
  samplesOf: async ({ directory }, { images }) =>
    images === undefined
      ? ownSamples(directory)
      : { samples: await listSamples(images, directory), place: images },
  async labelsOf({ directory, manifest }) {
    const own = checkFields(ImageLabelsSchema, manifest, directory);
    return { listed: await readLabels(directory, own), reject: own.reject?.label };
  },
  bestOf: (memberOutput, { listed }) => topLabels(memberOutput as Float32Array, listed, 1)[0]?.label ?? '',
  predictionOf(output) {
    const { label, ranking, confidence, rejected } = output as LabelPrediction;
    return { predicted: label, best: ranking[0]?.label ?? '', sureness: { confidence, refused: rejected } };
  },
};

export const texts: Kind = {
  what: 'texts',
  samplesOf: async ({ directory }, { csv, label }) =>
    csv === undefined
      ? ownSamples(directory)
      : { samples: labelledOf(readTable(csv, label).map(textSample)), place: csv },
  async labelsOf({ directory, manifest }) {
    const own = checkFields(TextClassificationSchema, manifest, directory);
    return { listed: await readLabels(directory, own), reject: undefined };
  },
  bestOf: (memberOutput, { listed }) => bestOf([...(memberOutput as Float32Array[])[0]!], listed).label,
  predictionOf(output, { listed }) {
    const { label, probability } = bestOf((output as TextClassification).probabilities[0]!, listed);
    return { predicted: label, best: label, sureness: { confidence: probability } };
  },
};

async function ownSamples(directory: string) {
  return { samples: labelledOf(await readSamples(directory)), place: `the samples of ${directory}` };
}

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
