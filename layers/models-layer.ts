import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownEntries } from '../functions/inference/information/samples.ts';
import { readManifest } from '../functions/inference/model/manifest.ts';
import { readVerified } from '../functions/inference/model/model-file.ts';
import { namedFiles } from './named-files.ts';
import { modelsLayerDirectory } from './places.ts';
import { replaceFolder } from './replace-folder.ts';

/** Files that must travel with what they license. */
const LICENCE = /^(LICEN[CS]E|NOTICE)/i;

/** A layer with one model. */
export interface ModelsLayer {
  /** As its ensemble.json names it. */
  readonly model: string;
  readonly directory: string;
}

/**
 * Builds the layer with one model, under `models/<model>`: `ensemble.json`, the files it names, licences, and the samples
 * that the page shows. Model cards, pictures and other samples stay out. A file with a SHA-256 is checked against it, so that a
 * damaged model fails here and not in the first execution environment.
 *
 * @param source the model's folder
 * @param directory where to build the layer, by default in dist/layers
 * @throws {ModelError} naming the file that cannot be used
 */
export async function buildModelsLayer(source: string, directory?: string): Promise<ModelsLayer> {
  const manifest = await readManifest(source);
  const { model } = manifest;
  const layer = directory ?? modelsLayerDirectory(model);
  await replaceFolder(layer, async (partial) => {
    const models = join(partial, 'models', model);
    mkdirSync(models, { recursive: true });
    copyFileSync(join(source, 'ensemble.json'), join(models, 'ensemble.json'));
    for (const { file, sha256 } of namedFiles(manifest, join(source, 'ensemble.json'))) {
      writeFileSync(join(models, file), await readVerified(join(source, file), sha256));
    }
    for (const file of readdirSync(source).filter((name) => LICENCE.test(name))) {
      copyFileSync(join(source, file), join(models, file));
    }
    await copySamples(source, models);
  });
  return { model, directory: layer };
}

/** What the page shows of the samples, and the list that says so. */
async function copySamples(source: string, models: string): Promise<void> {
  const shown = await shownEntries(source);
  if (shown.length === 0) return;
  mkdirSync(join(models, 'samples'));
  for (const file of ['labels.json', ...shown.map((entry) => entry.file)]) {
    copyFileSync(join(source, 'samples', file), join(models, 'samples', file));
  }
}
