/** Folders of tiny text models, and Python's results for their texts. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './new-folder.ts';

/** Folder of a model as Optimum exports it; see test/fixtures/make-tiny-text.py. */
export const TINY_TEXT = path.resolve(import.meta.dirname, '../fixtures/tiny-text');

export const MAX_TOKENS = 24;

/** Results of `tokenizers` and `onnxruntime` in Python for a text. */
export interface ExpectedText {
  readonly text: string;
  /** Tokens of the whole text, and of its first 24 tokens. */
  readonly ids: readonly number[];
  readonly truncated: readonly number[];
  readonly embedding: readonly number[];
  /** The probabilities of negative and positive. */
  readonly probabilities: readonly number[];
}

export const EXPECTED: readonly ExpectedText[] = JSON.parse(
  readFileSync(path.join(TINY_TEXT, 'expected.json'), 'utf8'),
);

const PIPELINES = {
  embedding: 'feature-extraction',
  sentiment: 'text-classification',
  ranking: 'text-ranking',
};

/** Creates a folder of a model. All models share one tokenizer. */
export function textModel(of: keyof typeof PIPELINES, fields: object = {}): string {
  const folder = newFolder();
  for (const file of [`${of}/model.onnx`, 'embedding/tokenizer.json'])
    copyFileSync(path.join(TINY_TEXT, file), path.join(folder, path.basename(file)));
  writeFileSync(path.join(folder, 'labels.txt'), 'negative\npositive\n');
  const own = of === 'sentiment' ? { labels: { file: 'labels.txt' } } : {};
  const manifest = {
    model: of,
    pipeline: PIPELINES[of],
    ...own,
    maxTokens: MAX_TOKENS,
    members: [{ name: 'tiny', file: 'model.onnx' }],
    ...fields,
  };
  writeFileSync(path.join(folder, 'ensemble.json'), JSON.stringify(manifest));
  return folder;
}
