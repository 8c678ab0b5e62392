/** Reads the header of a PNG (ISO/IEC 15948, section 11), prepares the file for libvips, and decodes plain small ones. */
// `crc32` is not imported by name, because --help must load this module on a Node without `crc32`, too.
import zlib, { constants, inflateSync } from 'node:zlib';
import { toRgb } from '../colour.ts';
import type { PictureHeader } from './picture-header.ts';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length, type and checksum around the data of a chunk. */
const CHUNK_BYTES = 12;

/** Channels by colour type, including transparency, which may come from another chunk. */
const CHANNELS: readonly (number | undefined)[] = [2, undefined, 4, 4, 2, undefined, 4];
/** Work of the seven passes over an interlaced picture, as a multiple of one pass over all of it. */
const INTERLACED_WORK = 3;
/** A 16-bit sample has two bytes, each with twice the work, because the sample is also converted and composed on a background. */
const DEEP_WORK = 4;
/** Channels by colour type of plain pictures, which have neither palette nor transparency. */
const PLAIN_CHANNELS = [1, undefined, 3] as const;
const HEADER_START = PNG_SIGNATURE.length + 8;
/** Bytes of width, height, depth, colour type, compression, filter and interlace method. */
const HEADER_BYTES = 13;
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
/** Types of chunks with compressed text. 8 KB of text inflate to 8 MB, and a file may have hundreds of these chunks. */
const COMPRESSED_TEXTS: ReadonlySet<number> = new Set([chunkType('zTXt'), chunkType('iTXt')]);
const EXIF = chunkType('eXIf');

/**
 * Leaves out the compressed texts of a file, because libpng would inflate even huge ones. Puts EXIF before the pixels, because
 * libvips ignores an orientation after them.
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

/** 256 × 256 pixels. For larger pictures, libvips takes less CPU time because of its vector instructions. */
const MAX_PIXELS = 65_536;

/**
 * Decodes a plain small PNG, such as those of data sets of digits, in a fraction of libvips' time, and checks it as strictly as
 * libpng. It uses no package, because those that exist inflate a file before they check its size.
 * @returns its pixels, three bytes each, row by row; undefined for every other picture, which libvips then decodes or refuses
 */
export function decodeSmallPng(bytes: Uint8Array, header: PictureHeader): Uint8Array | undefined {
  if (!header.plainChannels || header.width * header.height > MAX_PIXELS) return undefined;
  const deflated = deflatedIn(bytes);
  const samples = deflated && pixelsOf(header, header.plainChannels, deflated);
  return samples && header.plainChannels === 1 ? toRgb(samples) : samples;
}

/** Chunks without effect on the pixels. */
const HARMLESS = new Set(['pHYs', 'tIME']);

/**
 * Content of the IDAT chunks of a PNG that consists of IHDR, `HARMLESS` chunks, IDAT chunks and IEND, in this order.
 * @param bytes of a file whose header has been read
 * @returns undefined for any other file, good (such as one with a palette, transparency or a colour profile) or damaged
 */
function deflatedIn(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Buffer[] = [];
  let position = PNG_SIGNATURE.length;
  while (position + CHUNK_BYTES <= file.length) {
    const end = position + CHUNK_BYTES + file.readUInt32BE(position);
    if (end > file.length) return undefined;
    const named = file.subarray(position + 4, end - 4);
    if (zlib.crc32(named) !== file.readUInt32BE(end - 4)) return undefined;
    const type = named.toString('latin1', 0, 4);
    const data = named.subarray(4);
    const isHarmless =
      position === PNG_SIGNATURE.length
        ? data.length === HEADER_BYTES
        : HARMLESS.has(type) && parts.length === 0;
    if (type === 'IDAT') parts.push(data);
    else if (type === 'IEND' && data.length === 0 && end === file.length) {
      return parts.length === 1 ? parts[0] : Buffer.concat(parts);
    } else if (!isHarmless) return undefined;
    position = end;
  }
  return undefined;
}

/** The pixels of a file, row by row. Inflates at most the pixels and a byte per row. @returns undefined if the file is damaged */
function pixelsOf(
  { width, height }: PictureHeader,
  channels: number,
  deflated: Uint8Array,
): Uint8Array | undefined {
  const stride = width * channels;
  const expected = height * (stride + 1);
  let filtered: Buffer;
  try {
    const options = { maxOutputLength: expected, chunkSize: chunkSizeFor(expected), info: true };
    const { buffer, engine } = inflateSync(deflated, options) as never as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    if (buffer.length !== expected || engine.bytesWritten !== deflated.length) return undefined;
    filtered = buffer;
  } catch {
    return undefined;
  }
  const pixels = new Uint8Array(height * stride);
  for (let row = 0; row < height; row++) {
    const from = row * (stride + 1);
    const filter = filtered[from]!;
    if (filter > 4) return undefined;
    unfilter(filter, filtered.subarray(from + 1, from + 1 + stride), pixels, row * stride, channels, stride);
  }
  return pixels;
}

/**
 * Node keeps inflaters and their last chunks until a full garbage collection, perhaps only after 64 MB of them. So the chunk of
 * a small picture is no larger than needed: one byte more than the data, so that the first chunk also shows where the data ends.
 */
function chunkSizeFor(expected: number): number {
  return Math.min(Math.max(constants.Z_MIN_CHUNK, expected + 1), constants.Z_DEFAULT_CHUNK);
}

/** Undoes a row's filter (ISO/IEC 15948, section 9): none, sub, up, average or Paeth. Neighbours outside the picture are zero. */
function unfilter(
  filter: number,
  row: Uint8Array,
  pixels: Uint8Array,
  at: number,
  channels: number,
  stride: number,
): void {
  if (filter === 0) {
    pixels.set(row, at);
    return;
  }
  for (let index = 0; index < row.length; index++) {
    const left = index >= channels ? pixels[at + index - channels]! : 0;
    const above = at > 0 ? pixels[at + index - stride]! : 0;
    const corner = at > 0 && index >= channels ? pixels[at + index - channels - stride]! : 0;
    pixels[at + index] = row[index]! + predict(filter, left, above, corner);
  }
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
