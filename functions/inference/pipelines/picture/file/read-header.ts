/** Tells by the first bytes which file it is, and reads what it says of its picture. */
import { Problem } from '../../../problems/problems.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { PictureHeader } from './picture-header.ts';
import { PNG_SIGNATURE, readPngHeader } from './png-header.ts';
import { readWebpHeader } from './webp-header.ts';

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);
const RIFF = Buffer.from('RIFF', 'latin1');
const WEBP = Buffer.from('WEBP', 'latin1');
const WEBP_START = 8;

/** @throws {Problem} `image-format` or `image-unreadable` */
export function readHeader(bytes: Uint8Array): PictureHeader {
  const header = readerOf(bytes)(bytes);
  if (!header)
    throw new Problem('image-unreadable', 'The image is damaged or incomplete: its size is not said.');
  return header;
}

function readerOf(bytes: Uint8Array): (bytes: Uint8Array) => PictureHeader | undefined {
  if (holds(bytes, 0, JPEG_SIGNATURE)) return readJpegHeader;
  if (holds(bytes, 0, PNG_SIGNATURE)) return readPngHeader;
  if (holds(bytes, 0, RIFF) && holds(bytes, WEBP_START, WEBP)) return readWebpHeader;
  throw new Problem('image-format');
}

function holds(bytes: Uint8Array, start: number, signature: Buffer): boolean {
  return signature.every((byte, index) => bytes[start + index] === byte);
}
