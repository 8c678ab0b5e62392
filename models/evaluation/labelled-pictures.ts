/** Pictures in `<label>/<name>` folders, or the same in a zip, without unpacking it. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

const PICTURE = /\.(jpe?g|png)$/i;

/** One picture and the character its folder is named after. */
export interface LabelledPicture {
  readonly label: string;
  /** `<label>/<file>`, the same for a folder and a zip of it. */
  readonly name: string;
  read(): Promise<Buffer>;
}

/**
 * Lists every picture of a folder or zip, sorted by name.
 *
 * @throws {Error} when there is no such file, or no picture in it
 */
export async function listPictures(source: string): Promise<LabelledPicture[]> {
  const kind = await stat(source).catch(() => {
    throw new Error(`${source} does not exist; expected a folder or zip of <label>/<picture>`);
  });
  const found = kind.isDirectory() ? await listFolder(source) : await listZip(source);
  if (found.length === 0) throw new Error(`no pictures in ${source}; expected <label>/<name>.jpg or .png`);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function labelled(file: string, read: () => Promise<Buffer>): LabelledPicture {
  const label = path.posix.basename(path.posix.dirname(file));
  return { label, name: `${label}/${path.posix.basename(file)}`, read };
}

async function listFolder(folder: string): Promise<LabelledPicture[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => PICTURE.test(file))
    .map((file) => labelled(file.split(path.sep).join('/'), () => readFile(path.join(folder, file))));
}

async function listZip(file: string): Promise<LabelledPicture[]> {
  const archive = await openPromise(file, { autoClose: false });
  const found: LabelledPicture[] = [];
  for await (const entry of archive.eachEntry()) {
    if (!PICTURE.test(entry.fileName)) continue;
    found.push(labelled(entry.fileName, async () => buffer(await archive.openReadStreamPromise(entry))));
  }
  return found;
}
