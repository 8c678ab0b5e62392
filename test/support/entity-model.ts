/** Folders of a tiny token classifier; see test/fixtures/make-tiny-entities.py. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './new-folder.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');

/** The model as exported by Optimum. */
export const TINY_ENTITIES = path.join(FIXTURES, 'tiny-entities');

export const ENTITY_LABELS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC'];

export const readFixture = (file: string) => JSON.parse(readFileSync(path.join(FIXTURES, file), 'utf8'));

/** @param tokenizer replaces the model's own */
export function entityModel(
  fields: object = {},
  tokenizer: object = readFixture('tiny-entities/tokenizer.json'),
): string {
  const folder = newFolder();
  copyFileSync(path.join(TINY_ENTITIES, 'model.onnx'), path.join(folder, 'model.onnx'));
  writeFileSync(path.join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  writeFileSync(path.join(folder, 'labels.txt'), ENTITY_LABELS.join('\n'));
  const manifest = {
    model: 'names',
    pipeline: 'token-classification',
    labels: { file: 'labels.txt' },
    maxTokens: 128,
    members: [{ name: 'tiny', file: 'model.onnx' }],
    ...fields,
  };
  writeFileSync(path.join(folder, 'ensemble.json'), JSON.stringify(manifest));
  return folder;
}
