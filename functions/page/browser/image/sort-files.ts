/** Separates the files that are sent from files that are left out. */
import { Trouble } from '../request/trouble.ts';

/** Maximum number of pictures, because each picture is read into memory. */
const MOST_PICTURES = 50;

/** @returns the pictures to send, and a message if files are left out */
export function sortFiles<Kept extends Pick<File, 'name' | 'type'>>(files: readonly Kept[]) {
  // A file without a media type may be a picture: systems that do not support HEIC report none for it.
  const pictures = files.filter(({ type }) => type === '' || type.startsWith('image/'));
  const others = files.filter((file) => !pictures.includes(file)).map(({ name }) => name);
  return {
    pictures: pictures.slice(0, MOST_PICTURES),
    trouble: noPictures(others) ?? tooMany(pictures.length),
  };
}

function noPictures(names: readonly string[]): Trouble | undefined {
  if (names.length === 0) return undefined;
  const title = names.length === 1 ? 'That is not a picture' : 'Those are not pictures';
  return new Trouble(title, names.join(', '));
}

function tooMany(count: number): Trouble | undefined {
  if (count <= MOST_PICTURES) return undefined;
  const advice = `The page takes ${MOST_PICTURES} at once: choose the others afterwards.`;
  return new Trouble('Too many pictures', `${count - MOST_PICTURES} of ${count} were left out. ${advice}`);
}
