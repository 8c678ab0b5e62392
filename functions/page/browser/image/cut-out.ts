/** Crops a photograph to the writing on it. */
import { type Crop, placeInCrop } from './drawing/crop.ts';
import type { Box } from './drawing/strokes.ts';
import { findInk } from './find-ink.ts';
import { greyOf, reduce, wholeOf } from './pixels.ts';

/** Limit, in pixels, of the longer side of the copy in which ink is detected. */
const SEARCH_SIDE = 640;
/** Largest height of the cut-out, as a multiple of the crop's height. A smaller part of the photograph keeps its size. */
const ENLARGEMENT = 2;

/** The part of a photograph that corresponds to the model's crop; the whole photograph if no ink is found. */
export function cutOut(bitmap: ImageBitmap, crop: Crop): CanvasRenderingContext2D {
  const part = partWithInk(bitmap, crop) ?? wholeOf(bitmap);
  return reduce(bitmap, part, (ENLARGEMENT * crop.height) / part.height);
}

function partWithInk(bitmap: ImageBitmap, crop: Crop): Box | undefined {
  const copy = reduce(bitmap, wholeOf(bitmap), SEARCH_SIDE / Math.max(bitmap.width, bitmap.height));
  const ink = findInk(greyOf(copy));
  if (!ink) return undefined;
  const across = bitmap.width / copy.canvas.width;
  const down = bitmap.height / copy.canvas.height;
  const box = {
    left: across * ink.left,
    top: down * ink.top,
    width: across * ink.width,
    height: down * ink.height,
  };
  const { scale, x, y } = placeInCrop(box, crop);
  const left = Math.max(0, -x / scale);
  const top = Math.max(0, -y / scale);
  return {
    left,
    top,
    width: Math.min(bitmap.width, (crop.width - x) / scale) - left,
    height: Math.min(bitmap.height, (crop.height - y) / scale) - top,
  };
}
