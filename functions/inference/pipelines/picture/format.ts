/** The format in which members take a picture, and limits of decoding. */
import { Problem } from '../../problems/problems.ts';
import type { PictureHeader, PictureSize } from './file/picture-header.ts';
import type { InputEntry } from './input/input-schema.ts';

/** The picture within its tensor; most fields are those of `ensemble.json`. */
export interface PictureFormat
  extends PictureSize,
    Readonly<Pick<InputEntry, 'resize' | 'crop' | 'resample' | 'background' | 'maxPixels'>> {
  /** Three bytes per pixel, or one: its luma (ITU-R BT.601). */
  readonly colour: 'rgb' | 'grey';
  readonly fit: NonNullable<InputEntry['fit']>;
}

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
export function requireWithinLimits(header: PictureHeader, { maxPixels }: PictureFormat): void {
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
