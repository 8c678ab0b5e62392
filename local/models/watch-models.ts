/**
 * Notices changes of a model's folder or file by polling, because notifications differ between systems and fail on network
 * drives.
 */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { externalFiles } from '../../functions/inference/model/model-proto.ts';

const LOOK_MILLISECONDS = 500;

/**
 * Calls back, one call at a time, for each place that has changed and then stayed the same between two polls.
 * @param places folders, or files with the weights beside them
 * @param changed must not reject
 * @returns a function that ends the polling
 */
export function watchModels<Place extends string>(
  places: readonly Place[],
  changed: (place: Place) => Promise<void>,
): () => void {
  const served = new Map(places.map((place) => [place, stateOf(place)]));
  const seen = new Map(served);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    for (const place of places) {
      const state = stateOf(place, seen.get(place));
      if (state.all === seen.get(place)?.all && state.all !== served.get(place)?.all) {
        served.set(place, state);
        await changed(place);
      }
      seen.set(place, state);
    }
    if (!isOver) timer = setTimeout(look, LOOK_MILLISECONDS).unref();
  };
  timer = setTimeout(look, LOOK_MILLISECONDS).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

interface State {
  /** Sizes and times of all files. */
  readonly all: string;
  /** Size and time of the place itself. */
  readonly own: string;
  /** Paths of the files with weights, if the model is an ONNX file. */
  readonly weights: readonly string[];
}

/** @param before the previous state, so that an unchanged file is not read again */
function stateOf(place: string, before?: State): State {
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
    const all = timesOf(names.map((name) => join(place, name)));
    return { all, own: all, weights: [] };
  }
  const own = timesOf([place]);
  const weights = own === before?.own ? before.weights : weightsBeside(place);
  return { all: `${own}\n${timesOf(weights)}`, own, weights };
}

function weightsBeside(file: string): string[] {
  try {
    return externalFiles(file).map((name) => join(dirname(file), name));
  } catch {
    // The file may be in the middle of being written. If it is wrong, loading it reports that.
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
