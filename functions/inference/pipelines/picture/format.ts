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
 * Limit of the bytes that decoding processes: about a third of a second of one core, the time of a progressive JPEG of 50
 * megapixels. A PNG of 400 KB can take a whole second, so two clients with such pictures could block a model. A file that is
 * not coded row by row holds at most 160 MB then, which fits with its process and members into an environment of 512 MB.
 */
const MAX_WORK_BYTES = 360_000_000;

/** @throws {Problem} `image-too-many-pixels`, with the number and the limit */
export function requireWithinLimits(header: PictureHeader, format: PictureFormat): void {
  const { width, height, workBytes } = header;
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
