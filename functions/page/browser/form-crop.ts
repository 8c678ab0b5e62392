/** The geometry of a form reader's crop: how large it is, and how much of it a character fills. */
import type { Box, Point } from './strokes.ts';

/** Pixels; crops of the training forms are all 67 high and on average 51 wide, whole characters somewhat wider. */
export const CROP = { width: 58, height: 67 } as const;

/** Share of the crop that a character may fill; those of the training forms fill 50 to 88 % of the height. */
const FILL = { width: 0.88, height: 0.76 } as const;

/** A dot has no extent: it is taken for one this large, in units of the box. */
const LEAST_EXTENT = 1e-3;

/** How a character's box comes to lie in the middle of a crop, with its proportions kept. */
export interface Placement {
  /** Pixels per unit of the box. */
  readonly scale: number;
  /** Pixels from the crop's left edge to the origin of the box's coordinates, and from its top edge. */
  readonly x: number;
  readonly y: number;
}

/** @param box around the character, any unit in which a character is larger than a thousandth */
export function placeInCrop({ left, top, width, height }: Box): Placement {
  const scale = Math.min(
    (FILL.width * CROP.width) / Math.max(width, LEAST_EXTENT),
    (FILL.height * CROP.height) / Math.max(height, LEAST_EXTENT),
  );
  return {
    scale,
    x: CROP.width / 2 - scale * (left + width / 2),
    y: CROP.height / 2 - scale * (top + height / 2),
  };
}

/** Where a point goes in the crop, in pixels. */
export function toCrop({ scale, x, y }: Placement, point: Point): Point {
  return { x: x + scale * point.x, y: y + scale * point.y };
}
