/** Converts boxes from pixels of the member's frame to pixels of the sent picture. */
import type { PictureSize } from '../picture/file/picture-header.ts';
import type { PictureFormat } from '../picture/format.ts';
import { roundHalfToEven } from '../picture/place.ts';
import type { Candidate } from './non-maximum-suppression.ts';
import type { Box } from './prediction.ts';

/** As in Ultralytics' `scale_boxes`: one scale for both sides, and boxes end at the edge of the picture. */
export function toPicture(
  size: PictureSize,
  { width, height, fit }: PictureFormat,
): (candidate: Candidate) => Box {
  const [across, down] = [width / size.width, height / size.height];
  const least = Math.min(across, down);
  const [columns, rows] = fit === 'contain' ? [least, least] : [across, down];
  const left = barOf(size.width * columns, width);
  const top = barOf(size.height * rows, height);
  const x = (place: number) => Math.min(Math.max((place - left) / columns, 0), size.width);
  const y = (place: number) => Math.min(Math.max((place - top) / rows, 0), size.height);
  return ({ xmin, ymin, xmax, ymax }) => ({ xmin: x(xmin), ymin: y(ymin), xmax: x(xmax), ymax: y(ymax) });
}

/** Width of the bar before a picture that has this length within the frame, as in `addBars`. */
function barOf(length: number, frame: number): number {
  return roundHalfToEven((frame - roundHalfToEven(length)) / 2);
}
