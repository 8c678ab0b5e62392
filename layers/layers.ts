/** Content of the Lambda layers: one with the native libraries and one for each model. */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { shownEntries } from '../functions/inference/information/samples.ts';
import { checkManifest, FileName, readManifest, Sha256 } from '../functions/inference/model/manifest.ts';
import { verifyFiles } from '../functions/inference/model/model-file.ts';
import { type Architecture, projectDirectory } from '../project/paths.ts';
import { listFiles, replaceFolder } from './folder.ts';
import { locatePackage, nativePackages } from './packages.ts';
import { checkSize } from './size-limits.ts';

/**
 * Builds the layer with ONNX Runtime, sharp, libvips and tokenizers for one architecture. They lie in `nodejs/node_modules`,
 * where `require` finds them in Lambda's Node runtime. The folder `licences` has the licence texts that the packages lack.
 *
 * @returns the folder
 */
export function buildRuntimeLayer(architecture: Architecture, directory: string): string {
  replaceFolder(directory, (layer) => {
    for (const native of nativePackages(architecture)) {
      const source = locatePackage(native);
      for (const { path } of listFiles(source).filter((file) => native.keep.test(file.path))) {
        copy(join(source, path), join(layer, 'nodejs/node_modules', native.name, path));
      }
    }
    cpSync(join(projectDirectory, 'layers/licences'), join(layer, 'licences'), { recursive: true });
  });
  return directory;
}

/** Licence files must be in the layer, because licences require their text in every copy. */
const LICENCE = /^(LICEN[CS]E|NOTICE)/i;

/**
 * Builds the layer with one model, under `models/<model>`: `ensemble.json`, the files it names, licences, and the samples that
 * the page shows, with their list. All other files stay out. Files are checked against the SHA-256 that `ensemble.json` has for
 * them, if any, so that a damaged model fails here and not on Lambda.
 *
 * @param source the model's folder
 * @param directory where to build the layer
 * @returns the model's name, and the layer's folder
 * @throws Error naming the file that cannot be used, or the largest files of a model that is too large for Lambda
 */
export function buildModelsLayer(source: string, directory: string) {
  const manifest = readManifest(source);
  const { model } = manifest;
  replaceFolder(directory, (partial) => {
    const files = namedFiles(manifest, join(source, 'ensemble.json'));
    verifyFiles(source, files);
    const licences = readdirSync(source).filter((name) => LICENCE.test(name));
    const shown = shownEntries(source).map(({ file }) => `samples/${file}`);
    const samples = shown.length > 0 ? ['samples/labels.json', ...shown] : [];
    for (const file of ['ensemble.json', ...files.map(({ file }) => file), ...licences, ...samples]) {
      copy(join(source, file), join(partial, 'models', model, file));
    }
  });
  checkSize(model, directory);
  return { model, directory };
}

/** A link becomes the file it points to. */
function copy(source: string, target: string): void {
  cpSync(source, target, { dereference: true });
}

const NamedFile = v.object({ file: FileName, sha256: v.optional(Sha256) });

/**
 * Every file that an `ensemble.json` names, such as members and labels, with its SHA-256 (hex) if it has one. Any object with a
 * `file` counts, because each pipeline has files of its own.
 *
 * @param source where the manifest lies, for the message
 * @throws {ModelError} if a name is not a plain file name, or a hash is not a SHA-256
 */
function namedFiles(manifest: object, source: string) {
  const found = new Map<string, v.InferOutput<typeof NamedFile>>();
  JSON.stringify(manifest, (_, value) => {
    if (value?.file !== undefined) found.set(value.file, checkManifest(NamedFile, value, source));
    return value;
  });
  return [...found.values()];
}
