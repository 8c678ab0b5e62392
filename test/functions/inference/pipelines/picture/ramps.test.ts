import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { RESAMPLINGS } from '../../../../../functions/inference/pipelines/picture/resample/taps.ts';
import { square } from './support.ts';

/**
 * Sizes in pixels. Neighbours differ by `step`, so that every new value is a whole number. The filter has fewer neighbours for
 * `edge` pixels at each end of the result.
 */
const RAMPS = [
  { from: 60, to: 20, step: 4, edge: 3 },
  { from: 20, to: 60, step: 12, edge: 9 },
];

/** A PNG whose values grow from left to right. */
function ramp(side: number, step: number, orientation: number): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: side * side }, (_, at) => step * (at % side));
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .withMetadata({ orientation })
    .png()
    .toBuffer();
}

/** Mean shift of the inner values, in pixels of the result. */
function shiftOf(values: readonly number[], { from, step, edge }: (typeof RAMPS)[number]): number {
  const scale = from / values.length;
  const grows = values.at(-1)! > values[0]!;
  const shifts = values.map((value, at) => {
    const centre = (at + 0.5) * scale - 0.5;
    return (value / step - (grows ? centre : from - 1 - centre)) / scale;
  });
  const inner = shifts.slice(edge, -edge);
  return inner.reduce((sum, shift) => sum + shift) / inner.length;
}

describe.each(RESAMPLINGS)('A picture is not shifted by the filter %s', (resample) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with EXIF orientation %d', async (orientation) => {
    for (const kind of RAMPS) {
      const { from, to, step } = kind;
      const file = await ramp(from, step, orientation);

      const { pixels } = await decodePicture(file, square(to, { colour: 'grey', resample }));

      const isAcross = pixels[0] !== pixels[to - 1];
      const values = Array.from({ length: to }, (_, at) => pixels[isAcross ? at : to * at]!);
      expect(shiftOf(values, kind), `${from} to ${to}`).toBeCloseTo(0, 2);
    }
  });
});
