import { describe, expect, it } from 'vitest';
import {
  detect,
  HEADS,
  type Head,
  type HeadOutput,
} from '../../../../../functions/inference/pipelines/object-detection/heads.ts';
import { readFixture } from '../../../../support/fixtures.ts';
import { mulberry32 } from '../../../../support/mulberry32.ts';

/** Rows and labels of the boxes that numpy finds in random outputs; see test/fixtures/make-detections.py. */
const EXPECTED: Readonly<Record<Exclude<Head, 'rt-detr-rows'>, string>> = readFixture('detections.json');
const BOXES = 24;
const LABELS = 3;
const FRAME = { width: 640, height: 640 };
const LIMITS = { threshold: 0.25, iou: 0.45, maxDetections: 300 };

function rowsOf(seed: number, columns: number): Float32Array[] {
  const draw = mulberry32(seed);
  const scale = (column: number) => [80, 80, 160, 160][column] ?? 1;
  return Array.from({ length: BOXES }, () =>
    Float32Array.from({ length: 4 + columns }, (_, column) => draw() * scale(column)),
  );
}

const flat = (rows: readonly (readonly number[] | Float32Array)[]) =>
  Float32Array.from(rows.flatMap((row) => [...row]));
const cornersOf = ([x = 0, y = 0, width = 0, height = 0]: Float32Array) => {
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
};
const shares = (rows: readonly Float32Array[]) =>
  flat(rows.map((row) => row.subarray(0, 4).map((value) => value / FRAME.width)));
const logits = (rows: readonly Float32Array[]) =>
  flat(rows.map((row) => row.subarray(4).map((value) => (value - 0.5) * 8)));

/** Rows of a box, a score and a label. */
const listed = (boxOf: (row: Float32Array) => Iterable<number>) => (rows: readonly Float32Array[]) => ({
  shape: [BOXES, 6],
  values: flat(rows.map((row) => [...boxOf(row), row[4]!, Math.floor(row[5]! * LABELS)])),
});

/** For each head, the number of columns after the box, and a function that formats rows as its output. */
const MADE: Readonly<Record<Head, readonly [number, (rows: Float32Array[]) => HeadOutput]>> = {
  yolov5: [1 + LABELS, (rows) => ({ shape: [BOXES, 5 + LABELS], values: flat(rows) })],
  yolov8: [
    LABELS,
    (rows) => ({
      shape: [4 + LABELS, BOXES],
      values: flat(Array.from(rows[0]!, (_, column) => rows.map((row) => row[column]!))),
    }),
  ],
  end2end: [2, listed(cornersOf)],
  detr: [LABELS + 1, (rows) => ({ shape: [BOXES, LABELS + 1], values: logits(rows), boxes: shares(rows) })],
  'rt-detr-rows': [2, listed((row) => shares([row]))],
  'rt-detr': [LABELS, (rows) => ({ shape: [BOXES, LABELS], values: logits(rows), boxes: shares(rows) })],
};

describe('200 random heads', () => {
  it.each(HEADS)('of %s have the same boxes as numpy, best first', (head) => {
    const [columns, outputOf] = MADE[head];
    for (const [seed, expected] of EXPECTED[head === 'rt-detr-rows' ? 'end2end' : head]
      .split(' ')
      .entries()) {
      const rows = rowsOf(seed, columns);

      const found = detect(head, outputOf(rows), FRAME, LIMITS);

      const boxes = found.map(
        ({ xmin, ymin, xmax, ymax, label }) => [[xmin, ymin, xmax, ymax], label] as const,
      );
      const named = boxes.map(([box, label]) => {
        const index = rows.findIndex((row) =>
          cornersOf(row).every((side, at) => Math.abs(side - box[at]!) < 1e-3),
        );
        return `${String.fromCharCode(97 + index)}${label}`;
      });
      expect(named.join('')).toBe(expected);
    }
  });
});
