/** Reads the header of a PNG (ISO/IEC 15948, section 11). */
import type { PictureHeader } from './picture-header.ts';

export const PNG_SIGNATURE: Buffer = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length, type and checksum around the data of a chunk. */
export const CHUNK_BYTES = 12;

/** Channels by colour type, including transparency, which may come from another chunk. */
const CHANNELS: readonly (number | undefined)[] = [2, undefined, 4, 4, 2, undefined, 4];
/** Work of the seven passes over an interlaced picture, as a multiple of one pass over all of it. */
const INTERLACED_WORK = 3;
/** Samples of 16 bits have two bytes, and take twice the work for each, because they are converted and composed first. */
const DEEP_WORK = 4;
/** Channels by colour type of plain pictures, which have neither palette nor transparency. */
const PLAIN_CHANNELS = [1, undefined, 3] as const;
const HEADER_START = PNG_SIGNATURE.length + 8;
/** Bytes of width, height, depth, colour type, compression, filter and interlace method. */
export const HEADER_BYTES = 13;
const HEADER_TYPE = 0x49484452; // IHDR

/** @returns undefined if no decoder would find a picture */
export function readPngHeader(bytes: Uint8Array): PictureHeader | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.length < HEADER_START + HEADER_BYTES) return undefined;
  if (file.readUInt32BE(HEADER_START - 4) !== HEADER_TYPE) return undefined;
  const [width, height] = [file.readUInt32BE(HEADER_START), file.readUInt32BE(HEADER_START + 4)];
  const [depth, colour = 0, compression, filter, interlace] = file.subarray(HEADER_START + 8);
  const isInterlaced = interlace !== 0;
  const channels = CHANNELS[colour];
  if (width === 0 || height === 0 || channels === undefined) return undefined;
  const isDeep = depth === 16;
  const isPlain = depth === 8 && compression === 0 && filter === 0 && !isInterlaced;
  const sampleWork = (isDeep ? DEEP_WORK : 1) * (isInterlaced ? INTERLACED_WORK : 1);
  return {
    type: 'png',
    width,
    height,
    plainChannels: isPlain ? PLAIN_CHANNELS[colour] : undefined,
    workBytes: width * height * channels * sampleWork,
  };
}

const chunkType = (name: string) => Buffer.from(name, 'latin1').readUInt32BE();
/** Chunks of text may be compressed: 8 KB of them inflate to 8 MB, and a file may have hundreds. */
const COMPRESSED_TEXTS: ReadonlySet<number> = new Set([chunkType('zTXt'), chunkType('iTXt')]);
const EXIF = chunkType('eXIf');

/**
 * The file without its compressed texts, which libpng would inflate at any size, and with EXIF before the pixels, because libvips
 * ignores an orientation after them.
 */
export function tidied(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = HEADER_START + HEADER_BYTES + 4;
  const kept: Buffer[] = [];
  let exif: Buffer | undefined;
  let keptUntil = start;
  let position = start;
  while (position + CHUNK_BYTES <= file.length) {
    const end = position + CHUNK_BYTES + file.readUInt32BE(position);
    const type = file.readUInt32BE(position + 4);
    if (type === EXIF) exif ??= file.subarray(position, end);
    if (type === EXIF || COMPRESSED_TEXTS.has(type)) {
      if (position > keptUntil) kept.push(file.subarray(keptUntil, position));
      keptUntil = end;
    }
    position = end;
  }
  if (keptUntil === start) return bytes;
  return Buffer.concat([file.subarray(0, start), ...(exif ? [exif] : []), ...kept, file.subarray(keptUntil)]);
}
