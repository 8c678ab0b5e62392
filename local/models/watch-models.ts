/** Notices that the folder or the file of a model has changed: looked at, as systems and network drives report it each in its way. */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { externalFiles } from '../../functions/inference/model/external-data.ts';

const LOOK_MILLISECONDS = 500;

/**
 * Calls back for each place that has changed and stayed as it is between two looks; one call at a time.
 *
 * @param places folders, or files; the weights beside a file belong to it
 * @param changed must not reject
 * @returns ends it
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
  /** Of the place itself. */
  readonly own: string;
  /** Files that the graph of a file has weights in. */
  readonly weights: readonly string[];
}

/** @param before what it was at the look before: a file that has not changed is not read again */
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
    // Who loads it says what is wrong with it, which may be that it is being written.
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
