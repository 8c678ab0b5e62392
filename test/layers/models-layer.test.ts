import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashFolder, listFiles } from '../../layers/folder.ts';
import { buildModelsLayer } from '../../layers/models-layer.ts';
import { newFolder } from './scratch.ts';

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** A model repository entry with two members, and what else may lie beside them. */
function modelRepositoryEntry(): string {
  const directory = newFolder();
  const files = { 'labels.txt': '一\n二\n', 'small.onnx': 'small', 'large.onnx': 'large' };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  const named = (file: keyof typeof files) => ({ file, sha256: sha256(files[file]) });
  writeFileSync(
    join(directory, 'ensemble.json'),
    JSON.stringify({ labels: named('labels.txt'), members: [named('small.onnx'), named('large.onnx')] }),
  );
  writeFileSync(join(directory, 'MODEL_CARD.md'), '# Card');
  return directory;
}

const newLayer = () => join(newFolder(), 'layer');

describe('the models layer', () => {
  it('carries what ensemble.json names, where the function looks for it, and nothing else', async () => {
    const layer = await buildModelsLayer('numerals', modelRepositoryEntry(), newLayer());

    expect(listFiles(layer).map(({ path }) => path)).toEqual([
      'models/numerals/ensemble.json',
      'models/numerals/labels.txt',
      'models/numerals/large.onnx',
      'models/numerals/small.onnx',
    ]);
  });

  it('can be read by every user, as Lambda’s is not the one who built it', async () => {
    const umask = process.umask(0o077);
    try {
      const layer = await buildModelsLayer('numerals', modelRepositoryEntry(), newLayer());

      const modes = ['models', 'models/numerals', 'models/numerals/small.onnx'].map(
        (path) => statSync(join(layer, path)).mode & 0o777,
      );
      expect(modes).toEqual([0o755, 0o755, 0o644]);
    } finally {
      process.umask(umask);
    }
  });

  it('has the same hash whenever it is built from the same models', async () => {
    const source = modelRepositoryEntry();

    const [first, second] = [
      await buildModelsLayer('numerals', source, newLayer()),
      await buildModelsLayer('numerals', source, newLayer()),
    ];

    expect(hashFolder(first)).toBe(hashFolder(second));
  });

  it('takes the place of an earlier one completely', async () => {
    const directory = newLayer();
    await buildModelsLayer('letters', modelRepositoryEntry(), directory);

    await buildModelsLayer('numerals', modelRepositoryEntry(), directory);

    expect(existsSync(join(directory, 'models/letters'))).toBe(false);
  });

  it('is not built from a damaged model, and the last good one stays', async () => {
    const source = modelRepositoryEntry();
    const directory = await buildModelsLayer('numerals', source, newLayer());
    writeFileSync(join(source, 'large.onnx'), 'larg');

    await expect(buildModelsLayer('numerals', source, directory)).rejects.toThrow(
      /large\.onnx has SHA-256 [0-9a-f]{64}, but ensemble\.json names/,
    );

    expect(readFileSync(join(directory, 'models/numerals/large.onnx'), 'utf8')).toBe('large');
  });

  it('names the file when there is no such model', async () => {
    const source = modelRepositoryEntry();
    rmSync(join(source, 'ensemble.json'));

    await expect(buildModelsLayer('numerals', source, newLayer())).rejects.toThrow(
      /numerals has no model: there is no .+ensemble\.json/,
    );
  });
});
