import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelsLayerDirectory, repositoryRoot } from './places.ts';
import { replaceFolder } from './replace-folder.ts';

/** A file that `ensemble.json` names, with the SHA-256 (hex) it must have. */
interface NamedFile {
  readonly file: string;
  readonly sha256: string;
}

/** Where the model repository keeps a task's ensemble. */
export function modelDirectory(task: string): string {
  return join(repositoryRoot, 'models', task);
}

/**
 * Builds the layer with one task's models: `ensemble.json` and the files it names, under `models/<task>`.
 * Model cards, pictures and the training recipe stay out. Every file is checked against its SHA-256, so that a
 * damaged model fails here and not in the first execution environment.
 *
 * @param source the model repository entry
 * @param directory where to build the layer
 * @returns the folder
 */
export async function buildModelsLayer(
  task: string,
  source: string = modelDirectory(task),
  directory: string = modelsLayerDirectory(task),
): Promise<string> {
  const ensemble = readEnsemble(task, source);
  await replaceFolder(directory, (layer) => {
    const models = join(layer, 'models', task);
    mkdirSync(models, { recursive: true });
    copyFileSync(join(source, 'ensemble.json'), join(models, 'ensemble.json'));
    for (const { file, sha256 } of ensemble) {
      const path = join(source, file);
      const actual = createHash('sha256').update(readFileSync(path)).digest('hex');
      if (actual !== sha256) {
        throw new Error(`${path} has SHA-256 ${actual}, but ensemble.json names ${sha256}.`);
      }
      copyFileSync(path, join(models, file));
    }
  });
  return directory;
}

/** The files that the ensemble of `task` consists of. */
function readEnsemble(task: string, source: string): NamedFile[] {
  const path = join(source, 'ensemble.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`The task ${task} has no model: there is no ${path}.`, { cause });
  }
  const { labels, members } = JSON.parse(text) as { labels: NamedFile; members: NamedFile[] };
  return [labels, ...members];
}
