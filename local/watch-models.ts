/** Notices that the folder or the file of a model has changed: looked at, as systems and network drives report it each in its way. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
      const state = stateOf(place);
      if (state === seen.get(place) && state !== served.get(place)) {
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

/** Sizes and times of all files. */
function stateOf(place: string): string {
  const entries = statSync(place, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name))
    : [place, `${place}.data`];
  return entries
    .map((entry) => {
      const { size, mtimeMs } = statSync(entry, { throwIfNoEntry: false }) ?? {};
      return `${entry} ${size} ${mtimeMs}`;
    })
    .join('\n');
}
