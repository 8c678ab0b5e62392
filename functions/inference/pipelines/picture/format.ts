/** The format in which members take a picture, and limits of decoding. */
import { Problem } from '../../problems/problems.ts';
import type { PictureHeader, PictureSize } from './file/picture-header.ts';
import type { Resampling } from './resample/taps.ts';

/** Sides in pixels. */
export interface PictureFormat {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, or one: its luma (ITU-R BT.601). */
  readonly colour: 'rgb' | 'grey';
  /**
   * `fill` stretches the picture to both sides, `cover` fills both and crops the rest, `contain` shows all of it
   * between bars.
   */
  readonly fit: 'fill' | 'cover' | 'contain';
  /**
   * In place of `fit`: size of the picture, by its shorter side or both, before its middle is cropped. The resized
   * picture is not smaller than the format.
   */
  readonly resize?: number | PictureSize | undefined;
  /** Rounding of half a pixel, if the margin of `resize` or the bars of `contain` are odd. @default 'even' */
  readonly crop?: 'even' | 'down' | undefined;
  readonly resample: Resampling;
  /** Colour `#rrggbb` behind transparency, and in the bars of `contain`. */
  readonly background: string;
  /** Width × height of the largest picture that is decoded. @default MAX_INPUT_PIXELS */
  readonly maxPixels?: number | undefined;
}

/** Enough for photographs of most telephones. A 31 KB PNG can hold 256 megapixels; 50 take up to 0.6 s of CPU time. */
export const MAX_INPUT_PIXELS = 50_000_000;

/**
 * Limit of each side in pixels, because libvips holds hundreds of rows, and a PNG may declare rows of a hundred million pixels.
 */
const MAX_SIDE = 16_384;

/**
 * Limit of the bytes that decoding holds at once for a file that is not coded row by row. Together with a process of 70 MB and
 * its members, it fits into an environment of 512 MB.
 */
const MAX_HELD_BYTES = 160_000_000;

/**
 * Limit of the bytes that decoding processes: about a third of a second of one core, the time of a progressive JPEG of 50
 * megapixels. A PNG of 400 KB can take a whole second, so two clients with such pictures could block a model.
 */
const MAX_WORK_BYTES = 360_000_000;

/**
 * Limit of the scans of a JPEG. Encoders make a dozen, and each passes over the whole picture, but a file of 12 KB can have 883
 * scans of a megapixel.
 */
const MAX_SCANS = 30;

/** @throws {Problem} `image-unreadable` or `image-too-many-pixels`, with the number and the limit */
export function requireWithinLimits(header: PictureHeader, format: PictureFormat): void {
  const { width, height, heldBytes, workBytes } = header;
  const pixels = width * height;
  const { maxPixels = MAX_INPUT_PIXELS } = format;
  if (pixels > maxPixels) {
    refuse(
      `The image has ${width} × ${height} = ${pixels} pixels; at most ${maxPixels} are accepted (input.maxPixels of ensemble.json).`,
    );
  }
  if (Math.max(width, height) > MAX_SIDE) {
    refuse(`The image has ${width} × ${height} pixels; neither side may exceed ${MAX_SIDE}.`);
  }
  if (heldBytes > MAX_HELD_BYTES) {
    refuse(
      `The image has ${pixels} pixels in a file that is ${CODINGS[header.type]}, so decoding it takes ` +
        `${heldBytes} bytes; at most ${MAX_HELD_BYTES} are available. Send it as a baseline JPEG.`,
    );
  }
  if (header.type === 'jpeg' && header.scans > MAX_SCANS) {
    throw new Problem('image-unreadable', `The JPEG must have at most ${MAX_SCANS} scans.`);
  }
  if (workBytes > MAX_WORK_BYTES) {
    refuse(
      `The image has ${width} × ${height} pixels, so decoding it takes ${Math.ceil(workBytes / MAX_WORK_BYTES)} times as ` +
        'long as a request may take. Send a smaller image, or a baseline JPEG with 8 bits per channel.',
    );
  }
}

const CODINGS = {
  jpeg: 'progressive, or in several scans',
  png: 'interlaced',
  webp: 'lossless, transparent or moving',
  avif: 'an AVIF',
  gif: 'a GIF',
  tiff: 'a TIFF',
} as const;

function refuse(detail: string): never {
  throw new Problem('image-too-many-pixels', detail);
}
