/** What is refused by its header, before memory or time is spent on it. */
import { Problem } from '../../../problems/problems.ts';
import type { PictureHeader } from './file/picture-header.ts';
import { MAX_INPUT_PIXELS, type PictureFormat } from './format.ts';

/** Pixels of a side at most: libvips keeps rows by the hundred, and a PNG may say a row of a hundred million pixels. */
export const MAX_SIDE = 16_384;

/**
 * Bytes at most that decoding keeps at once of a file that is not coded row by row. With a process of 70 MB and its
 * members it stays within an environment of 512 MB.
 */
export const MAX_HELD_BYTES = 160_000_000;

/** @throws {Problem} `image-too-many-pixels`, with what there is and what may be */
export function requireWithinLimits(header: PictureHeader, format: PictureFormat): void {
  const { width, height, heldBytes } = header;
  const pixels = width * height;
  const { maxPixels = MAX_INPUT_PIXELS } = format;
  if (pixels > maxPixels) {
    refuse(
      `The image has ${width} × ${height} = ${pixels} pixels; at most ${maxPixels} are taken, as input.maxPixels of ensemble.json says.`,
    );
  }
  if (Math.max(width, height) > MAX_SIDE) {
    refuse(`The image has ${width} × ${height} pixels; at most ${MAX_SIDE} are taken across or down.`);
  }
  if (heldBytes > MAX_HELD_BYTES) {
    refuse(
      `The image has ${pixels} pixels in a file that is ${CODINGS[header.type]}, which takes ${heldBytes} bytes to ` +
        `decode; at most ${MAX_HELD_BYTES} are given. A baseline JPEG of it would be taken.`,
    );
  }
}

const CODINGS = {
  jpeg: 'progressive, or in several scans',
  png: 'interlaced',
  webp: 'lossless, transparent or moving',
} as const;

function refuse(detail: string): never {
  throw new Problem('image-too-many-pixels', detail);
}
