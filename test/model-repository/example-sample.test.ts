/** A model added without samples gets an example, so that it can be load-tested. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadLocalModel } from '../../model-repository/local-model.ts';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { TINY_ENTITIES } from '../support/entity-model.ts';
import { fixture } from '../support/fixtures.ts';
import { newFolder } from '../support/new-folder.ts';
import { add, exportedText, made, stranger } from './support.ts';

async function exampleOf(directory: string) {
  const { samples, ...found } = await openRequestSource({ model: directory });
  const { predict } = await loadLocalModel(found);
  const replies = await Promise.all(samples.map(async (sample) => (await predict(sample)).reply()));
  return { names: samples.map(({ name }) => name), replies };
}

it.each([
  ['image-classification', 'example.jpg', stranger('colours.onnx')],
  ['object-detection', 'example.jpg', fixture('tiny-vision/yolov8.onnx')],
  ['image-feature-extraction', 'example.jpg', fixture('tiny-vision/embeds.onnx')],
  ['text-classification', 'example.txt', exportedText('sentiment')],
  ['feature-extraction', 'example.txt', exportedText('embedding')],
  ['text-ranking', 'example.json', exportedText('ranking')],
  ['token-classification', 'example.txt', TINY_ENTITIES],
  ['tensor', 'zeros.json', stranger('digits-keras.onnx'), '--pipeline', 'tensor'],
  ['tensor', 'zeros.json', stranger('digits-sklearn.onnx'), '--pipeline', 'tensor'],
  ['tensor', 'zeros.json', stranger('digits-zipmap.onnx'), '--pipeline', 'tensor'],
])('A model of %s has the sample %s, and responds to it', async (pipeline, file, ...parameters) => {
  const { directory, manifest, output } = await made(...parameters);

  const { names, replies } = await exampleOf(directory);

  expect(manifest.pipeline).toBe(pipeline);
  expect(output).toContain(`${file} was made for load tests.`);
  expect(names).toEqual([file]);
  expect(replies).toEqual([expect.objectContaining({ prediction: expect.any(String) })]);
});

it('The example is deleted with its model, and your own samples stay', async () => {
  const parent = newFolder();
  const into = ['--name', 'mine', '--force', '--into', parent];
  const directory = path.join(parent, 'mine');
  await add(exportedText('sentiment'), ...into);
  const samples = path.join(directory, 'samples');
  await add(exportedText('ranking'), ...into);
  const replaced = [existsSync(path.join(samples, 'example.txt')), (await exampleOf(directory)).names];
  const labelled = [{ file: 'mine.txt', label: 'positive' }];
  writeFileSync(path.join(samples, 'labels.json'), JSON.stringify(labelled));
  writeFileSync(path.join(samples, 'mine.txt'), 'good');

  await add(exportedText('sentiment'), ...into);

  expect(replaced).toEqual([false, ['example.json']]);
  expect((await exampleOf(directory)).names).toEqual(['mine.txt']);
});
