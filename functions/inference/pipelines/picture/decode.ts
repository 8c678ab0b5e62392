/** Decodes untrusted picture files to the pixels that members take. */
import { Problem } from '../../problems/problems.ts';
import { toLuma } from './colour.ts';
import type { PictureHeader, PictureSize } from './file/picture-header.ts';
import { decodeSmallPng } from './file/png.ts';
import { readHeader } from './file/read-header.ts';
import { decodeAnything } from './libvips.ts';
import { addBars, type PictureFormat, placeOf } from './place.ts';
import { type Pixels, type Placing, resample, span } from './resample/resample.ts';
import { tapsOf } from './resample/taps.ts';
import { inModule, type PictureModule, put } from './wasm/picture-module.ts';

/** The size of a sent picture after EXIF rotation, and its pixels in a member's format. */
export interface DecodedPicture extends PictureSize {
  /** Height × width × channels bytes of the member's format, row by row. */
  readonly pixels: Uint8Array;
}

/**
 * Decodes a JPEG, PNG, WebP, AVIF, GIF or TIFF to its pixels, row by row: three channels, or one for `grey`. The picture is
 * rotated by its EXIF orientation, and then fitted. The pixels are those of Pillow's `convert('RGB')`, with which most models
 * were trained; transparent pixels are composed on the background. Samples of 16 bits are reduced to their upper eight. Pillow
 * reduces colour in the same way, but turns nearly all of a grey picture of 16 bits white.
 * @throws {Problem} `image-format`, `image-too-many-pixels` or `image-unreadable`
 */
export async function decodePicture(bytes: Uint8Array, format: PictureFormat): Promise<DecodedPicture> {
  const header = await readHeader(bytes);
  requireWithinLimits(header, format);
  const { pixels, placing, width, height } =
    (await decodeHere(bytes, format, header)) ?? (await decodeElsewhere(bytes, format, header));
  const size = { width: placing.columns.kept, height: placing.rows.kept };
  const framed = addBars(pixels, size, format);
  return { width, height, pixels: format.colour === 'grey' ? toLuma(framed) : framed };
}

/** Limit of each side in pixels, because libvips holds hundreds of rows, and a PNG may declare 100 million pixels a row. */
const MAX_SIDE = 16_384;

/**
 * Limit of the bytes that the decoder may process: about a third of a second of one core, the time of a progressive JPEG of 50
 * megapixels. Without it, two clients could block a model with PNGs of 400 KB that take a second each. With it, decoding a file
 * that is not coded row by row holds at most 160 MB. These fit beside the process and its members into an environment of 512 MB.
 */
const MAX_WORK_BYTES = 360_000_000;

/** @throws {Problem} `image-too-many-pixels`, whose message says which limit is exceeded */
function requireWithinLimits(header: PictureHeader, { maxPixels }: PictureFormat): void {
  const { width, height, workBytes } = header;
  const pixels = width * height;
  if (pixels > maxPixels) {
    refuse(
      `The image has ${width} × ${height} = ${pixels} pixels; at most ${maxPixels} are accepted (input.maxPixels of ensemble.json).`,
    );
  }
  if (Math.max(width, height) > MAX_SIDE) {
    refuse(`The image has ${width} × ${height} pixels; neither side may exceed ${MAX_SIDE}.`);
  }
  if (workBytes > MAX_WORK_BYTES) {
    refuse(
      `The image has ${width} × ${height} pixels, so decoding it takes ${Math.ceil(workBytes / MAX_WORK_BYTES)} times as ` +
        'much time or memory as a request may take. Send a smaller image, or a baseline JPEG with 8 bits per channel.',
    );
  }
}

function refuse(detail: string): never {
  throw new Problem('image-too-many-pixels', detail);
}

interface Fitted extends DecodedPicture {
  readonly placing: Placing;
}

/** Larger JPEGs would block this thread for more than 50 ms. */
const MAX_JPEG_PIXELS = 4_000_000;

/** Decodes a small common JPEG or plain PNG on this thread. @returns undefined for any other picture, and for a damaged one */
export async function decodeHere(
  bytes: Uint8Array,
  format: PictureFormat,
  header: PictureHeader,
): Promise<Fitted | undefined> {
  const placing = placeOf(header, format);
  let pixels: Uint8Array | undefined;
  if (header.isCommon && header.width * header.height <= MAX_JPEG_PIXELS) {
    pixels = await inModule((module) => {
      const decoded = decodeJpeg(module, bytes, header, placing);
      return resample(module, decoded, placing);
    });
  } else if (header.type === 'png') {
    const decoded = decodeSmallPng(bytes, header);
    pixels = decoded && (await resampled({ pixels: decoded, left: 0, count: header.width }, placing));
  }
  const { width, height } = header;
  return pixels && { width, height, pixels, placing };
}

/** In a JPEG with any common subsampling, a block begins at every multiple of this number of pixels. */
const BLOCKS = 32;
/** Margin in pixels, because decoding smooths colours across neighbouring columns. */
const MARGIN = 8;

/** Decodes the columns that resampling needs, in less than half of libvips' time. @returns them in the module's memory */
function decodeJpeg(
  module: PictureModule,
  bytes: Uint8Array,
  { width, height }: PictureSize,
  { columns, resampling }: Placing,
): Pixels {
  const { first, end } = span(tapsOf(columns, resampling));
  const before = Math.max(0, first - MARGIN);
  const left = before - (before % BLOCKS);
  const count = Math.min(width, end + MARGIN) - left;
  return { left, count, pixels: module.decode(put(module, bytes), bytes.length, width, height, left, count) };
}

export async function decodeElsewhere(
  bytes: Uint8Array,
  format: PictureFormat,
  header: PictureHeader,
): Promise<Fitted> {
  const { decoded, size, placing } = await decodeAnything(bytes, format, header);
  const pixels = await resampled(decoded, placing);
  if (pixels) return { ...size, pixels, placing };
  throw new Problem('image-too-many-pixels', 'Resizing the image takes more memory than a request may use.');
}

function resampled(pixels: Pixels, placing: Placing): Promise<Uint8Array | undefined> {
  return inModule((module) => resample(module, pixels, placing));
}

/** A grey square of 16 × 16 pixels. */
const PICTURE =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01' +
  'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA' +
  'AAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKgA/9k=';

/** Members whose input has more pixels are assumed to take photographs, not drawn or cropped pictures. */
const PHOTOGRAPH = 128 * 128;

/**
 * Decodes a small JPEG with the WebAssembly module. If photographs are expected, also opens libvips, which takes 90 ms and
 * 24 MB, because large photographs need it.
 */
export async function warmUpDecoder(format: PictureFormat): Promise<void> {
  const picture = Buffer.from(PICTURE, 'base64');
  await decodePicture(picture, format);
  if (format.width * format.height > PHOTOGRAPH)
    await decodeElsewhere(picture, format, await readHeader(picture));
}
