/** Places drawings in pictures like those that a model was trained on: of the same size, and filled to the same share. */
import type { Drawing } from '../../../../inference/model/manifest.ts';
import type { Box, Point } from './strokes.ts';

export type { Drawing };

/** The size in pixels of the pictures that a model was trained on, and the shares of width and height that a drawing may fill. */
export type Crop = Pick<Drawing, 'width' | 'height' | 'fill'>;

/** A smaller width or height, in units of the box, counts as this value, because a dot has a width and a height of 0. */
const LEAST_EXTENT = 1e-3;

/** Placement of a drawing's box in a crop; the aspect ratio is kept. */
export interface Placement {
  /** Pixels per unit of the box. */
  readonly scale: number;
  /** Pixels from the crop's left edge (`x`) and top edge (`y`) to the origin of the box's coordinates. */
  readonly x: number;
  readonly y: number;
}

/** Centres the box in the crop. @param box in any unit in which drawings are larger than `LEAST_EXTENT` */
export function placeInCrop({ left, top, width, height }: Box, crop: Crop): Placement {
  const [across, down] = crop.fill;
  const scale = Math.min(
    (across * crop.width) / Math.max(width, LEAST_EXTENT),
    (down * crop.height) / Math.max(height, LEAST_EXTENT),
  );
  return {
    scale,
    x: crop.width / 2 - scale * (left + width / 2),
    y: crop.height / 2 - scale * (top + height / 2),
  };
}

/** Converts a point from the box's coordinates to pixels of the crop. */
export function toCrop({ scale, x, y }: Placement, point: Point): Point {
  return { x: x + scale * point.x, y: y + scale * point.y };
}

/** RGBA pixels of the ink on a transparent ground, row by row. */
export interface InkPicture {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** Moves a placement so that the centre of mass of the ink is in the middle. */
export function centreMass(placement: Placement, { data, width, height }: InkPicture): Placement {
  let mass = 0;
  let across = 0;
  let down = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const ink = data[4 * pixel + 3]!;
    mass += ink;
    across += ink * ((pixel % width) + 0.5);
    down += ink * (Math.floor(pixel / width) + 0.5);
  }
  if (mass === 0) return placement;
  return {
    scale: placement.scale,
    x: placement.x + width / 2 - across / mass,
    y: placement.y + height / 2 - down / mass,
  };
}
