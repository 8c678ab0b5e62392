/** Reads the outputs of detectors as candidates, by family. */
import type { PictureSize } from '../picture/file/picture-header.ts';
import { softmax } from '../shared/votes.ts';
import { type Candidate, suppress } from './boxes.ts';

/**
 * Families of detectors, by what their graphs return:
 * - `yolov5`: a row for each box, with centre, size, objectness and the score of each class.
 * - `yolov8` (also YOLO 9, 11, 12 and 26): a column for each box, with centre, size and the score of each class.
 * - `end2end`: rows of corners, score and class. The graph has sorted the boxes and left out overlapping ones.
 * - `detr` (also YOLOS): logits, of which the last stands for no object, and boxes as shares of the picture.
 * - `rt-detr` (also Deformable DETR): independent logits without one for no object, and boxes as shares of the picture.
 * - `rt-detr-rows` (RT-DETR of Ultralytics): sorted rows of centre and size (as shares of the picture), score and class.
 */
export const HEADS = ['yolov5', 'yolov8', 'end2end', 'detr', 'rt-detr', 'rt-detr-rows'] as const;
export type Head = (typeof HEADS)[number];

/** FP32 outputs for one picture, without the batch dimension; `boxes` only if the graph returns boxes separately. */
export interface HeadOutput {
  readonly shape: readonly number[];
  readonly values: Float32Array;
  readonly boxes?: Float32Array | undefined;
}

export interface Limits {
  /** Only candidates with a higher score are returned. */
  readonly threshold: number;
  /** Intersection over union beyond which a box is left out. Only for heads whose graphs do not do that themselves. */
  readonly iou: number;
  readonly maxDetections: number;
}

/**
 * Candidates, most probable first, at most `maxDetections`.
 * @param frame size of the member's frame in pixels, by which boxes are multiplied if the graph gives them as shares of the frame
 */
export function detect(head: Head, output: HeadOutput, frame: PictureSize, limits: Limits): Candidate[] {
  const { threshold, iou, maxDetections } = limits;
  const candidates = READERS[head](output, frame, threshold).sort((one, other) => other.score - one.score);
  if (overlaps(head)) return suppress(candidates, iou, maxDetections);
  // `rt-detr` lists a candidate for each query and class. As in Hugging Face, only as many are kept as there are queries.
  return candidates.slice(0, Math.min(maxDetections, output.shape[0]!));
}

/** Whether the graph returns overlapping boxes of one object, so that `suppress` must choose among them. */
export function overlaps(head: Head): boolean {
  return head.startsWith('yolov');
}

/** Number of labels for which an output has scores; undefined if it has only the label of each box. */
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
      // The score of a class is multiplied by the objectness, so it cannot exceed the objectness.
      if (values[at + 4]! <= threshold) return undefined;
      const { best, score } = bestOf(width - 5, (label) => values[at + 5 + label]! * values[at + 4]!);
      return fromCentre(values.subarray(at, at + 4), best, score);
    }),
  yolov8: ({ shape: [rows = 0, boxes = 0], values }, _frame, threshold) => {
    // Reads scores in the order of memory, because the scores of one box are far apart. Few scores exceed the threshold.
    const best = new Int32Array(boxes);
    const end = rows * boxes;
    for (let index = 4 * boxes; index < end; index++) {
      if (values[index]! > threshold) {
        const box = index % boxes;
        if (best[box] === 0 || values[index]! > values[best[box]!]!) best[box] = index;
      }
    }
    return listed(boxes, threshold, (box) => {
      const index = best[box]!;
      if (index === 0) return undefined;
      const centred = [0, 1, 2, 3].map((row) => values[row * boxes + box]!);
      return fromCentre(centred, Math.floor(index / boxes) - 4, values[index]!);
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
    listed(boxes * classes, threshold, (index) => {
      const score = 1 / (1 + Math.exp(-values[index]!));
      if (score <= threshold) return undefined;
      const box = Math.floor(index / classes);
      return fromShares(shares!.subarray(4 * box), frame, index % classes, score);
    }),
  'rt-detr-rows': ({ shape: [boxes = 0, width = 0], values }, frame, threshold) =>
    listed(boxes, threshold, (box) => {
      const row = values.subarray(box * width);
      return fromShares(row, frame, row[5]!, row[4]!);
    }),
};

type Numbers = [number, number, number, number, number, number];

/** Candidates whose score exceeds the threshold. A score of NaN does not. */
function listed(
  count: number,
  threshold: number,
  candidate: (index: number) => Candidate | undefined,
): Candidate[] {
  const found: Candidate[] = [];
  for (let index = 0; index < count; index++) {
    const made = candidate(index);
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
