/**
 * Notices changes of a model's folder or file by polling, because notifications differ between systems and fail on network
 * drives.
 */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { externalFiles } from '../../functions/inference/model/model-proto.ts';
import type { ServedModel } from './served-models.ts';

const POLL_MILLISECONDS = 500;

/**
 * Calls `changed`, one call at a time, for each model whose files have changed and then stayed the same between two polls.
 * @param changed must not reject
 * @returns a function that ends the polling
 */
export function watchModels(
  models: readonly ServedModel[],
  changed: (model: ServedModel) => Promise<void>,
): () => void {
  const served = new Map(models.map((model) => [model, stateOf(model.path)]));
  const seen = new Map(served);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const poll = async () => {
    for (const model of models) {
      const state = stateOf(model.path);
      if (state === seen.get(model) && state !== served.get(model)) {
        served.set(model, state);
        await changed(model);
      }
      seen.set(model, state);
    }
    if (!isOver) timer = setTimeout(poll, POLL_MILLISECONDS).unref();
  };
  timer = setTimeout(poll, POLL_MILLISECONDS).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** For each ONNX file, the paths of its external weights, and its state when read. A file is read again if its state differs. */
const read = new Map<string, { readonly own: string; readonly weights: readonly string[] }>();

/** Sizes and times of all files in a folder, or of an ONNX file and its external weights. */
function stateOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return timesOf(names.map((name) => join(path, name)));
  }
  const own = timesOf([path]);
  const known = read.get(path);
  const weights = known?.own === own ? known.weights : weightsBeside(path);
  read.set(path, { own, weights });
  return `${own}\n${timesOf(weights)}`;
}

function weightsBeside(file: string): string[] {
  try {
    return externalFiles(file).map((name) => join(dirname(file), name));
  } catch {
    // The file may be incomplete, because it is still being written. If it stays wrong, loading it reports the error.
    return [];
  }
}

function timesOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${size} ${mtimeMs}`;
    })
    .join('\n');
}
