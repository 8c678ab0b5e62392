/** Folders of a tiny token classifier; see test/fixtures/make-tiny-entities.py. */
import { fixture, modelOf, readFixture } from './fixtures.ts';

/** Folder of the model, in the form in which Optimum exports models. */
export const TINY_ENTITIES = fixture('tiny-entities');

export const ENTITY_LABELS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC'];

/** @param tokenizer replaces the model's own */
export function entityModel(
  fields: object = {},
  tokenizer: object = readFixture('tiny-entities/tokenizer.json'),
): string {
  const manifest = {
    model: 'names',
    pipeline: 'token-classification',
    labels: { file: 'labels.txt' },
    maxTokens: 128,
    ...fields,
  };
  const labels = Buffer.from(ENTITY_LABELS.join('\n'));
  return modelOf('tiny-entities/model.onnx', manifest, { 'tokenizer.json': tokenizer, 'labels.txt': labels });
}
