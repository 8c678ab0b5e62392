/** Folders of tiny text models, and Python's results for their texts; see test/fixtures/make-tiny-text.py. */
import { modelOf, readFixture } from './fixtures.ts';

export const MAX_TOKENS = 24;

/** Results of `tokenizers` and `onnxruntime` in Python for a text. */
export interface ExpectedText {
  readonly text: string;
  /** Tokens of the whole text, and of the text truncated to 24 tokens. */
  readonly ids: readonly number[];
  readonly truncated: readonly number[];
  readonly embedding: readonly number[];
  /** The probabilities of the labels `negative` and `positive`, in this order. */
  readonly probabilities: readonly number[];
}

export const EXPECTED: readonly ExpectedText[] = readFixture('tiny-text/expected.json');

const PIPELINES = {
  embedding: 'feature-extraction',
  sentiment: 'text-classification',
  ranking: 'text-ranking',
};

/** Creates a folder of a model. All models share one tokenizer. */
export function textModel(of: keyof typeof PIPELINES, fields: object = {}): string {
  const own = of === 'sentiment' ? { labels: { file: 'labels.txt' } } : {};
  const manifest = { model: of, pipeline: PIPELINES[of], ...own, maxTokens: MAX_TOKENS, ...fields };
  return modelOf(`tiny-text/${of}/model.onnx`, manifest, {
    'tokenizer.json': 'tiny-text/embedding/tokenizer.json',
    'labels.txt': Buffer.from('negative\npositive\n'),
  });
}
