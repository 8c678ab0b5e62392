import { describe, expect, it } from 'vitest';
import { CROP, placeInCrop, toCrop } from '../../functions/page/browser/form-crop.ts';
import { type Box, boxAround } from '../../functions/page/browser/strokes.ts';

/** Where the corners of a box come to lie in the crop, in pixels. */
function placed(box: Box): Box {
  const placement = placeInCrop(box);
  const corners = [
    { x: box.left, y: box.top },
    { x: box.left + box.width, y: box.top + box.height },
  ];
  return boxAround([corners.map((corner) => toCrop(placement, corner))])!;
}

describe('a character in its crop', () => {
  it.each([
    ['small, in a corner', { left: 0.02, top: 0.9, width: 0.08, height: 0.08 }],
    ['larger than the paper', { left: -0.2, top: -0.1, width: 1.4, height: 1.3 }],
    ['tall', { left: 0.4, top: 0.1, width: 0.1, height: 0.8 }],
    ['flat', { left: 0.1, top: 0.5, width: 0.8, height: 0.01 }],
  ])('lies in the middle, however it was drawn: %s', (_, box) => {
    const { left, top, width, height } = placed(box);

    expect(left + width / 2).toBeCloseTo(CROP.width / 2);
    expect(top + height / 2).toBeCloseTo(CROP.height / 2);
  });

  it('fills as much of the height as those on the forms', () => {
    const { height } = placed({ left: 0.2, top: 0.2, width: 0.4, height: 0.5 });

    expect(height / CROP.height).toBeGreaterThan(0.5);
    expect(height / CROP.height).toBeLessThan(0.88);
  });

  it('keeps its proportions', () => {
    const { width, height } = placed({ left: 0.1, top: 0.5, width: 0.8, height: 0.1 });

    expect(width / height).toBeCloseTo(8);
  });

  it('has a place even when it is a single dot', () => {
    const placement = placeInCrop({ left: 0.3, top: 0.7, width: 0, height: 0 });

    const { x, y } = toCrop(placement, { x: 0.3, y: 0.7 });

    expect([x, y]).toEqual([expect.closeTo(CROP.width / 2, 0), expect.closeTo(CROP.height / 2, 0)]);
  });
});
