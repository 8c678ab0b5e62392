/** Recognises a file by its first bytes, and reads its header. */
import { Problem } from '../../../problems/problems.ts';
import { openSharp } from '../libvips.ts';
import { readJpegHeader } from './jpeg-header.ts';
import type { PictureHeader } from './picture-header.ts';
import { readPngHeader } from './png.ts';

type Read = (bytes: Uint8Array) => PictureHeader | undefined | Promise<PictureHeader | undefined>;

/** Formats by their first bytes; a question mark stands for any byte. Formats without a reader are refused. */
const FORMATS: readonly (readonly [name: string, beginnings: readonly string[], read?: Read])[] = [
  ['JPEG', ['\xff\xd8\xff'], readJpegHeader],
  ['PNG', ['\x89PNG\r\n\x1a\n'], readPngHeader],
  ['WebP', ['RIFF????WEBP'], (bytes) => readOther('webp', bytes)],
  ['AVIF', ['????ftypavif', '????ftypavis'], (bytes) => readOther('avif', bytes)],
  ['GIF', ['GIF87a', 'GIF89a'], (bytes) => readOther('gif', bytes)],
  ['TIFF', ['II*\0', 'MM\0*'], (bytes) => readOther('tiff', bytes)],
  ['HEIC', ['????ftyphe', '????ftypmif1', '????ftypmsf1']],
  ['a video', ['????ftyp', 'RIFF????AVI ', '\x1aE\xdf\xa3']],
  ['JPEG XL', ['\xff\x0a', '\0\0\0\x0cJXL ']],
  ['JPEG 2000', ['\xff\x4f\xff\x51', '\0\0\0\x0cjP  ']],
  ['BMP', ['BM']],
  ['an icon', ['\0\0\x01\0']],
  ['SVG', ['<svg', '<?xml']],
  ['HTML', ['<!DOCTYPE html', '<!doctype html', '<html']],
  ['PDF', ['%PDF-']],
  ['a Photoshop document', ['8BPS']],
  ['a ZIP archive', ['PK\x03\x04']],
];
const SUPPORTED = 'send JPEG, PNG, WebP, AVIF, GIF or TIFF.';

/** @throws {Problem} `image-format` or `image-unreadable` */
export async function readHeader(bytes: Uint8Array): Promise<PictureHeader> {
  const [name, , read] = FORMATS.find(([, beginnings]) => beginnings.some((one) => begins(bytes, one))) ?? [];
  const unknown = bytes.length === 0 ? 'empty' : 'not a known picture format';
  if (!read) throw new Problem('image-format', `This is ${name ?? unknown}; ${SUPPORTED}`);
  const header = await read(bytes);
  if (header) return header;
  throw new Problem('image-unreadable', 'The image is damaged or incomplete: its size is missing.');
}

function begins(bytes: Uint8Array, beginning: string): boolean {
  for (let at = 0; at < beginning.length; at++) {
    if (beginning[at] !== '?' && beginning.charCodeAt(at) !== bytes[at]) return false;
  }
  return true;
}

/** Bytes of one channel of a pixel, by libvips' name of the type. Other types are rare, and count as `MOST_DEPTH_BYTES`. */
const DEPTH_BYTES: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const MOST_DEPTH_BYTES = 16;
/** `workBytes` for each decoded byte. Decoding holds all decoded bytes in memory, so limiting `workBytes` limits memory, too. */
const WORK = { webp: 5, avif: 8, gif: 4, tiff: 4 } as const;
/** `workBytes` for each pixel of a lossy WebP: a byte of luminance, and half a byte of both colours together. */
const LOSSY_WORK = 1.5;

async function readOther(format: keyof typeof WORK, bytes: Uint8Array): Promise<PictureHeader | undefined> {
  const sharp = await openSharp();
  // sharp's limit of pixels is off here, because the caller checks the size, with errors that name the limit.
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => undefined);
  if (!metadata?.width || !metadata.height) return undefined;
  const { width, height, depth = 'uchar' } = metadata;
  if (begins(bytes, 'RIFF????WEBPVP8 ')) {
    return { type: 'other', width, height, workBytes: LOSSY_WORK * width * height };
  }
  // Any other WebP may be lossless, transparent or animated, so it counts as four samples a pixel, even if it is opaque.
  const channels = format === 'webp' ? 4 : (metadata.channels ?? 4);
  const decodedBytes = width * height * channels * (DEPTH_BYTES[depth] ?? MOST_DEPTH_BYTES);
  return { type: 'other', width, height, workBytes: WORK[format] * decodedBytes };
}
