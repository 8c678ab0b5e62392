/** Converts boxes from pixels of the member's frame to pixels of the sent picture. */
import type { PictureSize } from '../picture/file/picture-header.ts';
import type { PictureFormat } from '../picture/format.ts';
import { marginOf, placeOf } from '../picture/place.ts';
import type { Candidate } from './non-maximum-suppression.ts';
import type { Box } from './prediction.ts';

/** @returns a function that converts a box. As in Ultralytics' `scale_boxes`, boxes end at the edge of the picture. */
export function toPicture(size: PictureSize, format: PictureFormat): (candidate: Candidate) => Box {
  const placing = placeOf(size, format);
  const [width, height] = [placing.columns.to, placing.rows.to];
  const left = marginOf(format.width - width, format);
  const top = marginOf(format.height - height, format);
  const within = (share: number, side: number) => Math.min(Math.max(share, 0), 1) * side;
  const x = (place: number) => within((place - left) / width, size.width);
  const y = (place: number) => within((place - top) / height, size.height);
  return ({ xmin, ymin, xmax, ymax }) => ({ xmin: x(xmin), ymin: y(ymin), xmax: x(xmax), ymax: y(ymax) });
}
