import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectDirectory } from '../project/places.ts';
import { listFiles } from './folder.ts';
import { locatePackage } from './locked-package.ts';
import { nativePackages } from './native-packages.ts';
import { type Architecture, runtimeLayerDirectory } from './places.ts';
import { replaceFolder } from './replace-folder.ts';

/**
 * Builds the layer with ONNX Runtime, sharp and libvips for one architecture into
 * `nodejs/node_modules`, where Lambda's Node runtime lets `require` find them, and the licence texts that the
 * packages themselves leave out into `licences`.
 *
 * @param directory where to build it
 * @returns the folder
 */
export async function buildRuntimeLayer(
  architecture: Architecture,
  directory: string = runtimeLayerDirectory(architecture),
): Promise<string> {
  await replaceFolder(directory, async (layer) => {
    for (const { name, keep, needs } of nativePackages(architecture)) {
      const source = await locatePackage(name, needs);
      const kept = listFiles(source).filter(({ path }) => keep.test(path));
      for (const { path } of kept) copy(join(source, path), join(layer, 'nodejs/node_modules', name, path));
    }
    const licences = join(projectDirectory, 'layers/licences');
    for (const file of readdirSync(licences)) copy(join(licences, file), join(layer, 'licences', file));
  });
  return directory;
}

/** A link becomes the file it points to. */
function copy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}
