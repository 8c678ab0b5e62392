import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A labelled picture to ask about. */
export interface Picture {
  file: string;
  label: string;
  /** A JPEG file. */
  bytes: Buffer;
}

const START_OF_IMAGE = 0xffd8;
const COMMENT = 0xfffe;

/**
 * Loads the pictures that `labels.json` in `directory` lists as `[{ "file": …, "label": … }]`.
 * @throws when there is none, or one is not a JPEG
 */
export function loadPictures(directory: string): Picture[] {
  const labels = JSON.parse(readFileSync(join(directory, 'labels.json'), 'utf8')) as {
    file: string;
    label: string;
  }[];
  if (labels.length === 0) throw new Error(`${directory}/labels.json lists no pictures`);
  return labels.map(({ file, label }) => {
    const bytes = readFileSync(join(directory, file));
    if (bytes.length < 4 || bytes.readUInt16BE(0) !== START_OF_IMAGE) {
      throw new Error(`${join(directory, file)} is not a JPEG: the load tests send JPEG pictures`);
    }
    return { file, label, bytes };
  });
}

/**
 * The same picture with `note` as a JPEG comment: the same pixels, other bytes, so that nothing that
 * remembers pictures by their bytes can answer without looking.
 */
export function withComment(jpeg: Buffer, note: string): Buffer {
  const text = Buffer.from(note);
  const header = Buffer.alloc(4);
  header.writeUInt16BE(COMMENT, 0);
  header.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, text, jpeg.subarray(2)]);
}
