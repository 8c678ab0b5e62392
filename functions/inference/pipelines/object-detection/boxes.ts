/** Chooses among the boxes of a detector, and converts them to pixels of the sent picture. */
import type { PictureSize } from '../picture/file/picture-header.ts';
import { marginOf, type PictureFormat, placeOf } from '../picture/place.ts';
import type { Box } from './prediction.ts';

/** A possible box, in pixels of the member's frame: the fitted picture that the member takes. */
export interface Candidate extends Box {
  /** Index of its class. */
  readonly label: number;
  /** 0 to 1. */
  readonly score: number;
}

/**
 * Leaves out boxes that overlap more probable ones of the same class, as Ultralytics and torchvision's `batched_nms` do.
 * @param candidates most probable first
 * @param iou intersection over union beyond which a box is left out
 * @param most limit of the boxes that are kept. It also limits the time, because a candidate is compared only with kept boxes.
 */
export function suppress(candidates: readonly Candidate[], iou: number, most: number): Candidate[] {
  const kept: Candidate[] = [];
  const byLabel = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    if (kept.length === most) break;
    const rivals = byLabel.get(candidate.label) ?? [];
    if (rivals.some((rival) => overlap(rival, candidate) > iou)) continue;
    byLabel.set(candidate.label, [...rivals, candidate]);
    kept.push(candidate);
  }
  return kept;
}

function overlap(one: Candidate, other: Candidate): number {
  const width = Math.min(one.xmax, other.xmax) - Math.max(one.xmin, other.xmin);
  const height = Math.min(one.ymax, other.ymax) - Math.max(one.ymin, other.ymin);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (areaOf(one) + areaOf(other) - common);
}

function areaOf({ xmin, ymin, xmax, ymax }: Candidate): number {
  return (xmax - xmin) * (ymax - ymin);
}

/**
 * Converts boxes from pixels of the member's frame to pixels of the sent picture.
 * @returns a function that converts a box. As in Ultralytics' `scale_boxes`, boxes end at the edge of the picture.
 */
export function toPicture(size: PictureSize, format: PictureFormat): (candidate: Candidate) => Box {
  const placing = placeOf(size, format);
  const [width, height] = [placing.columns.kept, placing.rows.kept];
  const left = marginOf(format.width - width, format);
  const top = marginOf(format.height - height, format);
  const within = (share: number, side: number) => Math.min(Math.max(share, 0), 1) * side;
  const x = (pixel: number) => within((pixel - left) / width, size.width);
  const y = (pixel: number) => within((pixel - top) / height, size.height);
  return ({ xmin, ymin, xmax, ymax }) => ({ xmin: x(xmin), ymin: y(ymin), xmax: x(xmax), ymax: y(ymax) });
}
