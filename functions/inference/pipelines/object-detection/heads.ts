/** Reads the outputs of detectors as candidates, by family. */
import type { PictureSize } from '../picture/file/picture-header.ts';
import { softmax } from '../shared/votes.ts';
import { type Candidate, suppress } from './boxes.ts';

/**
 * `yolov5`: a row for each box with centre, size, objectness and classes. `yolov8`, also for versions 9 to 12: the
 * same without objectness, transposed. `end2end`: rows of corners, score and class, sorted and suppressed in the
 * graph. `detr`, also YOLOS: logits with a last class for no object, and boxes as shares of the picture. `rt-detr`,
 * also Deformable DETR: the same with independent logits. `rt-detr-rows`, as Ultralytics exports RT-DETR: sorted rows
 * of centre and size as shares, score and class.
 */
export const HEADS = ['yolov5', 'yolov8', 'end2end', 'detr', 'rt-detr', 'rt-detr-rows'] as const;
export type Head = (typeof HEADS)[number];

/** FP32 outputs for one picture, without the batch dimension; `boxes` if a graph returns them separately. */
export interface HeadOutput {
  readonly shape: readonly number[];
  readonly values: Float32Array;
  readonly boxes?: Float32Array | undefined;
}

export interface Limits {
  /** A candidate must exceed this score. */
  readonly threshold: number;
  /** Intersection over union beyond which a box is left out, unless the graph does that itself. */
  readonly iou: number;
  readonly maxDetections: number;
}

/**
 * Candidates, most probable first, at most `maxDetections`.
 * @param frame its size in pixels, by which boxes that are shares are multiplied
 */
export function detect(head: Head, output: HeadOutput, frame: PictureSize, limits: Limits): Candidate[] {
  const { threshold, iou, maxDetections } = limits;
  const candidates = READERS[head](output, frame, threshold).sort((one, other) => other.score - one.score);
  if (overlaps(head)) return suppress(candidates, iou, maxDetections);
  // There are never more detections than queries or boxes.
  return candidates.slice(0, Math.min(maxDetections, output.shape[0]!));
}

/** Whether the graph also returns boxes that overlap more probable ones. */
export function overlaps(head: Head): boolean {
  return head.startsWith('yolov');
}

/** Number of labels with scores in an output; undefined if it names the label of each box. */
export function labelsIn(head: Head, [first = 0, second = 0]: readonly number[]): number | undefined {
  const counts: Partial<Record<Head, number>> = {
    yolov5: second - 5,
    yolov8: first - 4,
    detr: second - 1,
    'rt-detr': second,
  };
  return counts[head];
}

type Reader = (output: HeadOutput, frame: PictureSize, threshold: number) => Candidate[];

const READERS: Readonly<Record<Head, Reader>> = {
  yolov5: ({ shape: [boxes = 0, width = 0], values }, _frame, threshold) =>
    listed(boxes, threshold, (box) => {
      const at = box * width;
      // No class can be more probable than the objectness by which it is multiplied.
      if (values[at + 4]! <= threshold) return undefined;
      const { best, score } = bestOf(width - 5, (label) => values[at + 5 + label]! * values[at + 4]!);
      return fromCentre(values.subarray(at, at + 4), best, score);
    }),
  yolov8: ({ shape: [rows = 0, boxes = 0], values }, _frame, threshold) => {
    // Reads scores in the order of memory, because those of one box are far apart, and few exceed the threshold.
    const best = new Int32Array(boxes);
    const end = rows * boxes;
    for (let place = 4 * boxes; place < end; place++) {
      if (values[place]! > threshold) {
        const box = place % boxes;
        if (best[box] === 0 || values[place]! > values[best[box]!]!) best[box] = place;
      }
    }
    return listed(boxes, threshold, (box) => {
      const place = best[box]!;
      if (place === 0) return undefined;
      const centred = [0, 1, 2, 3].map((row) => values[row * boxes + box]!);
      return fromCentre(centred, Math.floor(place / boxes) - 4, values[place]!);
    });
  },
  end2end: ({ shape: [boxes = 0, width = 0], values }, _frame, threshold) =>
    listed(boxes, threshold, (box) => {
      const [xmin, ymin, xmax, ymax, score, label] = values.subarray(box * width) as unknown as Numbers;
      return { xmin, ymin, xmax, ymax, score, label };
    }),
  detr: ({ shape: [boxes = 0, classes = 0], values, boxes: shares }, frame, threshold) =>
    listed(boxes, threshold, (box) => {
      const probabilities = softmax(values.subarray(box * classes, (box + 1) * classes));
      const { best, score } = bestOf(classes - 1, (label) => probabilities[label]!);
      return fromShares(shares!.subarray(4 * box), frame, best, score);
    }),
  // A candidate for each query and class, as in `post_process_object_detection` of RTDetrImageProcessor.
  'rt-detr': ({ shape: [boxes = 0, classes = 0], values, boxes: shares }, frame, threshold) =>
    listed(boxes * classes, threshold, (place) => {
      const score = 1 / (1 + Math.exp(-values[place]!));
      if (score <= threshold) return undefined;
      const box = Math.floor(place / classes);
      return fromShares(shares!.subarray(4 * box), frame, place % classes, score);
    }),
  'rt-detr-rows': ({ shape: [boxes = 0, width = 0], values }, frame, threshold) =>
    listed(boxes, threshold, (box) => {
      const row = values.subarray(box * width);
      return fromShares(row, frame, row[5]!, row[4]!);
    }),
};

/** The first numbers of a row. */
type Numbers = [number, number, number, number, number, number];

/** Candidates above the threshold; NaN is never above. */
function listed(
  count: number,
  threshold: number,
  candidate: (place: number) => Candidate | undefined,
): Candidate[] {
  const found: Candidate[] = [];
  for (let place = 0; place < count; place++) {
    const made = candidate(place);
    if (made && made.score > threshold) found.push(made);
  }
  return found;
}

function bestOf(count: number, scoreOf: (label: number) => number): { best: number; score: number } {
  let best = 0;
  let score = Number.NEGATIVE_INFINITY;
  for (let label = 0; label < count; label++) {
    const own = scoreOf(label);
    if (own > score) [best, score] = [label, own];
  }
  return { best, score };
}

function fromShares(shares: Float32Array, frame: PictureSize, label: number, score: number): Candidate {
  const [x, y, width, height] = shares as unknown as Numbers;
  const inPixels = [x * frame.width, y * frame.height, width * frame.width, height * frame.height];
  return fromCentre(inPixels, label, score);
}

function fromCentre(centred: ArrayLike<number>, label: number, score: number): Candidate {
  const [x, y, width, height] = centred as unknown as Numbers;
  const [right, down] = [width / 2, height / 2];
  return { xmin: x - right, ymin: y - down, xmax: x + right, ymax: y + down, label, score };
}
