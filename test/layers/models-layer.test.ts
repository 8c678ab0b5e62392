import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSamples } from '../../functions/inference/information/samples.ts';
import { listFiles } from '../../layers/folder.ts';
import { buildModelsLayer } from '../../layers/layers.ts';
import { weightsBeside } from '../model-repository/support.ts';
import { newFolder } from '../support/new-folder.ts';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** A model repository entry with two members, and what else may lie beside them. */
function modelRepositoryEntry(
  more: Record<string, unknown> = {},
  hashed: object = { sha256: sha256('large') },
): string {
  const directory = newFolder();
  const files = { 'labels.txt': '一\n二\n', 'small.onnx': 'small', 'large.onnx': 'large' };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  const named = (file: keyof typeof files) => ({ file, sha256: sha256(files[file]) });
  writeFileSync(
    join(directory, 'ensemble.json'),
    JSON.stringify({
      model: 'numerals',
      pipeline: 'image-classification',
      labels: named('labels.txt'),
      members: [
        { name: 'small', ...named('small.onnx') },
        { name: 'large', file: 'large.onnx', ...hashed },
      ],
      ...more,
    }),
  );
  writeFileSync(join(directory, 'MODEL_CARD.md'), '# Card');
  return directory;
}

const newLayer = () => join(newFolder(), 'layer');

describe('the models layer', () => {
  it('carries what ensemble.json names, of any kind, the licences of that, and nothing else', async () => {
    const source = modelRepositoryEntry({ decoder: { beams: 3, vocabulary: { file: 'words.txt' } } });
    writeFileSync(join(source, 'words.txt'), 'word');
    writeFileSync(join(source, 'LICENSE-backbones'), 'Apache License 2.0');

    const { directory: layer } = await buildModelsLayer(source, newLayer());

    expect(listFiles(layer).map(({ path }) => path)).toEqual(
      ['LICENSE-backbones', 'ensemble.json', 'labels.txt', 'large.onnx', 'small.onnx', 'words.txt'].map(
        (file) => `models/numerals/${file}`,
      ),
    );
  });

  it('carries weights that only a graph names', async () => {
    const { directory: layer } = await buildModelsLayer(weightsBeside(newFolder()), newLayer());

    const model = join(layer, 'models/beside');
    expect(readdirSync(model).sort()).toEqual(['ensemble.json', 'model.data', 'model.onnx']);
  });

  it('can be read by every user, as Lambda’s is not the one who built it', async () => {
    const umask = process.umask(0o077);
    try {
      const { directory: layer } = await buildModelsLayer(modelRepositoryEntry(), newLayer());

      const modes = ['models', 'models/numerals', 'models/numerals/small.onnx'].map(
        (path) => statSync(join(layer, path)).mode & 0o777,
      );
      expect(modes).toEqual([0o755, 0o755, 0o644]);
    } finally {
      process.umask(umask);
    }
  });

  it('takes the place of an earlier one completely', async () => {
    const directory = newLayer();
    await buildModelsLayer(modelRepositoryEntry({ model: 'letters' }), directory);

    await buildModelsLayer(modelRepositoryEntry(), directory);

    expect(existsSync(join(directory, 'models/letters'))).toBe(false);
  });

  it('is not built from a damaged model, and the last good one stays', async () => {
    const source = modelRepositoryEntry();
    const { directory } = await buildModelsLayer(source, newLayer());
    writeFileSync(join(source, 'large.onnx'), 'larg');

    await expect(buildModelsLayer(source, directory)).rejects.toThrow(
      /large\.onnx has SHA-256 [0-9a-f]{64} where ensemble\.json says/,
    );

    expect(readFileSync(join(directory, 'models/numerals/large.onnx'), 'utf8')).toBe('large');
  });

  it('checks no file of which no hash is known', async () => {
    const source = modelRepositoryEntry({}, {});
    writeFileSync(join(source, 'large.onnx'), 'another');

    const { directory } = await buildModelsLayer(source, newLayer());

    expect(readFileSync(join(directory, 'models/numerals/large.onnx'), 'utf8')).toBe('another');
  });

  it('carries no file from beyond the model’s folder', async () => {
    const source = modelRepositoryEntry({ decoder: { file: '../../secret.txt' } });

    await expect(buildModelsLayer(source, newLayer())).rejects.toThrow(/ensemble\.json is wrong at file/);
  });
});

describe('the samples in a models layer', () => {
  /** Twelve samples, of which some are marked as shown. */
  function withSamples(shown: (index: number) => boolean): string {
    const source = modelRepositoryEntry();
    mkdirSync(join(source, 'samples'));
    const entries = Array.from({ length: 12 }, (_, index) => ({
      file: `${index}.png`,
      label: '一',
      shown: shown(index),
    }));
    for (const { file } of entries) writeFileSync(join(source, 'samples', file), file);
    writeFileSync(join(source, 'samples/labels.json'), JSON.stringify(entries));
    return source;
  }

  it.each([
    ['those that are marked', (index: number) => index % 5 === 4, ['4.png', '9.png']],
    ['the first eight where none is', () => false, Array.from({ length: 8 }, (_, index) => `${index}.png`)],
  ])('are %s, and the list', async (_, shown, files) => {
    const { directory } = await buildModelsLayer(withSamples(shown), newLayer());

    expect(readdirSync(join(directory, 'models/numerals/samples')).sort()).toEqual(
      [...files, 'labels.json'].sort(),
    );
  });

  it('are all that the page shows', async () => {
    const source = withSamples((index) => index % 5 === 4);

    const { directory } = await buildModelsLayer(source, newLayer());

    expect(await readSamples(join(directory, 'models/numerals'))).toEqual(await readSamples(source));
  });
});
