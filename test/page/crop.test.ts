import { describe, expect, it } from 'vitest';
import {
  type Crop,
  centreMass,
  placeInCrop,
  toCrop,
} from '../../functions/page/browser/image/drawing/crop.ts';
import { type Box, boxAround } from '../../functions/page/browser/image/drawing/strokes.ts';

/** Crops of a form reader and of MNIST's digits. */
const CROPS: readonly [string, Crop][] = [
  ['a form', { width: 58, height: 67, fill: [0.88, 0.76] }],
  ['a square', { width: 28, height: 28, fill: [0.64, 0.64] }],
];

/** The position of a box in the crop, in pixels. */
function placed(box: Box, crop: Crop): Box {
  const placement = placeInCrop(box, crop);
  const { left: x, top: y, width, height } = box;
  return boxAround([[toCrop(placement, { x, y }), toCrop(placement, { x: x + width, y: y + height })]])!;
}

describe.each(CROPS)('a drawing in the crop of %s', (_, crop) => {
  it.each([
    ['small, in a corner', { left: 0.02, top: 0.9, width: 0.08, height: 0.08 }],
    ['larger than the paper', { left: -0.2, top: -0.1, width: 1.4, height: 1.3 }],
    ['tall', { left: 0.4, top: 0.1, width: 0.1, height: 0.8 }],
    ['flat', { left: 0.1, top: 0.5, width: 0.8, height: 0.01 }],
  ])('lies in the middle, as large as it may be, in its proportions: %s', (_, box) => {
    const { left, top, width, height } = placed(box, crop);

    expect(left + width / 2).toBeCloseTo(crop.width / 2);
    expect(top + height / 2).toBeCloseTo(crop.height / 2);
    const filled = [width / (crop.fill[0] * crop.width), height / (crop.fill[1] * crop.height)];
    expect(Math.max(...filled)).toBeCloseTo(1);
    expect(width / height).toBeCloseTo(box.width / box.height);
  });

  it('lies in the middle if it is a single dot', () => {
    const { left, top } = placed({ left: 0.3, top: 0.7, width: 0, height: 0 }, crop);

    expect([left, top]).toEqual([expect.closeTo(crop.width / 2), expect.closeTo(crop.height / 2)]);
  });
});

describe('a drawing that is centred by its mass', () => {
  const PLACEMENT = { scale: 10, x: 3, y: 4 };

  /** 4 × 4 pixels, some of them with ink. */
  const ink = (covered: Readonly<Record<number, number>>) => ({
    width: 4,
    height: 4,
    data: Array.from({ length: 64 }, (_, byte) => (byte % 4 === 3 ? (covered[(byte - 3) / 4] ?? 0) : 0)),
  });

  it('weighs each pixel by the share that ink covers', () => {
    // Three quarters of the ink are at 0.5 and one quarter is at 3.5, so the mean is 1.25.
    expect(centreMass(PLACEMENT, ink({ 0: 150, 3: 50 })).x).toBeCloseTo(3 + 2 - 1.25);
  });

  it('does not move without ink', () => {
    expect(centreMass(PLACEMENT, ink({}))).toEqual(PLACEMENT);
  });
});
