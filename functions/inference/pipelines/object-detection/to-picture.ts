/** From pixels of the frame that a member takes to those of the picture that was sent. */
import type { PictureSize } from '../picture/file/picture-header.ts';
import type { PictureFormat } from '../picture/format.ts';
import { roundHalfToEven } from '../picture/place.ts';
import type { Candidate } from './non-maximum-suppression.ts';
import type { Box } from './prediction.ts';

/** As Ultralytics' `scale_boxes` does it: one scale for both sides, and nothing beyond the picture. */
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

/** Before a side that fills so much of the frame, as `addBars` has it. */
function barOf(length: number, frame: number): number {
  return roundHalfToEven((frame - roundHalfToEven(length)) / 2);
}
