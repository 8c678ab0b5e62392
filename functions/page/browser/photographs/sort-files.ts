/** Which of the files that somebody brings are asked about, and what is said of the others. */
import { Trouble } from '../asking/trouble.ts';

/** As many as a page can show and a person can look at. */
export const MOST_PICTURES = 50;

interface Sorted<Kept> {
  readonly pictures: readonly Kept[];
  /** What is said of those that were left out. */
  readonly trouble: Trouble | undefined;
}

/** @param room for how many pictures there is room */
export function sortFiles<Kept extends Pick<File, 'name' | 'type'>>(
  files: readonly Kept[],
  room: number,
): Sorted<Kept> {
  // Systems that do not know HEIC give it no type.
  const pictures = files.filter(({ type }) => type === '' || type.startsWith('image/'));
  const others = files.filter((file) => !pictures.includes(file)).map(({ name }) => name);
  return { pictures: pictures.slice(0, room), trouble: noPictures(others) ?? tooMany(pictures.length, room) };
}

function noPictures(names: readonly string[]): Trouble | undefined {
  if (names.length === 0) return undefined;
  const title = names.length === 1 ? 'That is not a picture' : 'Those are not pictures';
  return new Trouble(title, names.join(', '));
}

function tooMany(count: number, room: number): Trouble | undefined {
  if (count <= room) return undefined;
  const advice = `${MOST_PICTURES} are shown at most: remove some first.`;
  return new Trouble('Too many pictures', `${count - room} of ${count} were left out. ${advice}`);
}
