import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSamples } from '../../functions/inference/information/samples.ts';
import { listFiles } from '../../layers/folder.ts';
import { buildModelsLayer } from '../../layers/layers.ts';
import { weightsBeside } from '../model-repository/support.ts';
import { newFolder } from '../support/new-folder.ts';
import { tinyModel } from '../support/tiny-model.ts';

const contentOf = (directory: string) =>
  listFiles(directory).map(({ path }) => [path, readFileSync(join(directory, path))]);
const newLayer = () => join(newFolder(), 'layer');

describe('the models layer', () => {
  it('has exactly the files that ensemble.json names, and their licences', () => {
    const source = tinyModel({ decoder: { beams: 3, vocabulary: { file: 'words.txt' } } });
    for (const file of ['words.txt', 'LICENSE-backbones', 'MODEL_CARD.md'])
      writeFileSync(join(source, file), file);

    const { directory: layer } = buildModelsLayer(source, newLayer());

    const members = ['first.onnx', 'second.onnx', 'third.onnx'];
    const files = ['LICENSE-backbones', 'ensemble.json', ...members, 'labels.txt', 'words.txt'];
    const paths = files.map((file) => `models/colours/${file}`);
    expect(listFiles(layer).map(({ path }) => path)).toEqual(paths.sort());
  });

  it('carries weights that only a graph names', () => {
    const { directory: layer } = buildModelsLayer(weightsBeside(), newLayer());

    const model = join(layer, 'models/beside');
    expect(readdirSync(model).sort()).toEqual(['ensemble.json', 'model.data', 'model.onnx']);
  });

  it('can be read by every user, because Lambda’s user did not build it', () => {
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));

    const { directory: layer } = buildModelsLayer(tinyModel({}), newLayer());

    const paths = ['models', 'models/colours', 'models/colours/first.onnx'];
    const modes = paths.map((path) => statSync(join(layer, path)).mode & 0o777);
    expect(modes).toEqual([0o755, 0o755, 0o644]);
  });

  it('replaces an earlier layer completely', () => {
    const directory = newLayer();
    buildModelsLayer(tinyModel({ model: 'letters' }), directory);

    buildModelsLayer(tinyModel({}), directory);

    expect(existsSync(join(directory, 'models/letters'))).toBe(false);
  });

  it('is not built from a damaged model, and keeps the last good one', () => {
    const source = tinyModel({});
    const { directory } = buildModelsLayer(source, newLayer());
    const built = contentOf(directory);
    writeFileSync(join(source, 'third.onnx'), 'damaged');

    expect(() => buildModelsLayer(source, directory)).toThrow(
      /third\.onnx has SHA-256 [0-9a-f]{64}, but ensemble\.json says/,
    );
    expect(contentOf(directory)).toEqual(built);
  });

  it('is built from files without a hash, too', () => {
    const source = tinyModel({ members: [{ name: 'first', file: 'first.onnx' }] });
    writeFileSync(join(source, 'first.onnx'), 'another');

    const { directory } = buildModelsLayer(source, newLayer());

    expect(readFileSync(join(directory, 'models/colours/first.onnx'), 'utf8')).toBe('another');
  });

  it('is not built with a file from outside the model’s folder', () => {
    const source = tinyModel({ decoder: { file: '../../secret.txt' } });

    expect(() => buildModelsLayer(source, newLayer())).toThrow(/ensemble\.json is wrong: file/);
  });
});

describe('the samples in a models layer', () => {
  /** Creates a model with twelve samples. @param shown whether the sample at an index is marked as shown */
  function withSamples(shown: (index: number) => boolean): string {
    const samples = Array.from({ length: 12 }, (_, index) => {
      return { file: `${index}.png`, content: `${index}`, label: '一', shown: shown(index) || undefined };
    });
    return tinyModel({}, ...samples);
  }

  it.each([
    ['those that are marked', (index: number) => index % 5 === 4, ['4.png', '9.png']],
    [
      'the first eight if none is marked',
      () => false,
      Array.from({ length: 8 }, (_, index) => `${index}.png`),
    ],
  ])('are %s, and labels.json', (_, shown, files) => {
    const { directory } = buildModelsLayer(withSamples(shown), newLayer());

    const carried = readdirSync(join(directory, 'models/colours/samples'));
    expect(carried.sort()).toEqual([...files, 'labels.json'].sort());
  });

  it('include all that the page shows', async () => {
    const source = withSamples((index) => index % 5 === 4);

    const { directory } = buildModelsLayer(source, newLayer());

    expect(await readSamples(join(directory, 'models/colours'))).toEqual(await readSamples(source));
  });
});
