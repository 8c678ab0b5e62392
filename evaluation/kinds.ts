/** Differences between classifiers of pictures, classifiers of texts, and rerankers. */
import type { LabelPrediction } from '../functions/inference/pipelines/image-classification/prediction.ts';
import { UsageError } from '../project/usage-error.ts';
import type { Kind } from './classifier.ts';
import type { LabelledRow } from './tables.ts';

export const pictures: Kind = {
  bestOf: (output) => (output as LabelPrediction).ranking[0]?.label ?? '',
};

export const texts: Kind = {
  sampleOf: textSample,
  bestOf: (output, { summary }) => summary(output).prediction,
};

/** The label of a sample is the index of its best text. */
export const rankings: Kind = { bestOf: texts.bestOf };

/** @throws {UsageError} if a row has no column `text` and several others */
function textSample({ name, label, cells }: LabelledRow) {
  const text = cells.get('text') ?? (cells.size === 1 ? [...cells.values()][0] : undefined);
  if (text === undefined) {
    throw new UsageError(
      `--csv needs a column "text" beside the labels; it has ${[...cells.keys()].join(', ')}`,
    );
  }
  return { name, label, mediaType: 'text/plain', bytes: Buffer.from(text) };
}
