/** Finds the ink on a photograph. */
import type { Box } from './drawing/strokes.ts';

/** A picture in shades of grey: `width × height` values from 0 (black) to 255, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly shades: Uint8Array;
}

/** Ink is darker than this share of its neighbourhood's mean. A shadow darkens that mean, too, and so does not count as ink. */
const INK_DARKNESS = 0.82;
/** Half the side of the neighbourhood, as a share of the picture's longer side. */
const NEIGHBOURHOOD = 1 / 6;
/** Share of the ink that may lie outside the box on each side, because it may be specks or the edge of a table. */
const SPECKS = 0.005;
/** Smallest and largest share of ink pixels in a picture of writing. A picture outside this range is not cropped. */
const CREDIBLE_INK = { least: 0.001, most: 0.4 } as const;

/** @returns the bounding box of the ink, in pixels; undefined if the picture does not look like ink on paper */
export function findInk(picture: GreyPicture): Box | undefined {
  const { width, height } = picture;
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  let total = 0;
  const meanAround = neighbourhoodMeans(picture);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (picture.shades[y * width + x]! >= INK_DARKNESS * meanAround(x, y)) continue;
      columns[x]!++;
      rows[y]!++;
      total++;
    }
  }
  const share = total / (width * height);
  if (share < CREDIBLE_INK.least || share > CREDIBLE_INK.most) return undefined;
  const [left, right] = middle(columns, total);
  const [top, bottom] = middle(rows, total);
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** First and last index of the ink in a histogram, apart from the specks at both ends. */
function middle(counts: Uint32Array, total: number): [first: number, last: number] {
  const allowed = SPECKS * total;
  let first = 0;
  for (let seen = counts[0]!; seen <= allowed; seen += counts[first]!) first++;
  let last = counts.length - 1;
  for (let seen = counts[last]!; seen <= allowed; seen += counts[last]!) last--;
  return [first, last];
}

/** Mean shade of the square around a pixel, from a table of sums (F. C. Crow, 1984). */
function neighbourhoodMeans({ width, height, shades }: GreyPicture): (x: number, y: number) => number {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += shades[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  const reach = Math.ceil(NEIGHBOURHOOD * Math.max(width, height));
  return (x, y) => {
    const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    const sum =
      sums[bottom * stride + right]! -
      sums[top * stride + right]! -
      sums[bottom * stride + left]! +
      sums[top * stride + left]!;
    return sum / ((right - left) * (bottom - top));
  };
}
