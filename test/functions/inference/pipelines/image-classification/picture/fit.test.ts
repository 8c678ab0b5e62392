import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  decodePicture,
  type PictureFormat,
} from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { noise } from './noise.ts';

/** Two columns by two rows: red, green, blue, white. */
const FOUR = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
/** A colour whose luma and luminance differ much. */
const BACKGROUND = '#c83214';

const EXACT: PictureFormat = {
  width: 2,
  height: 2,
  colour: 'rgb',
  fit: 'fill',
  background: BACKGROUND,
};

/** A PNG of these bytes. */
function png(pixels: readonly number[], width: number, height: number, channels: 1 | 3 = 3): Promise<Buffer> {
  const picture = sharp(Buffer.from(pixels), { raw: { width, height, channels } });
  return (channels === 1 ? picture.toColourspace('b-w') : picture).png().toBuffer();
}

describe('a picture of the size that is requested', () => {
  it.each(['fill', 'cover', 'contain'] as const)('stays as it is (%s)', async (fit) => {
    const pixels = await decodePicture(await png(FOUR, 2, 2), { ...EXACT, fit });

    expect([...pixels]).toEqual(FOUR);
  });

  it('gives the luma of ITU-R BT.601 in grey', async () => {
    const pixels = await decodePicture(await png(FOUR, 2, 2), { ...EXACT, colour: 'grey' });

    expect([...pixels]).toEqual([76, 150, 29, 255]);
  });
});

describe('a picture of another shape', () => {
  it('has bars of the luma of the background in grey', async () => {
    const format = { ...EXACT, width: 1, height: 3, fit: 'contain', colour: 'grey' } as const;

    const pixels = await decodePicture(await png([9, 9, 9], 1, 1), format);

    // 0.299 × 200 + 0.587 × 50 + 0.114 × 20 = 91.43
    expect([...pixels]).toEqual([91, 9, 91]);
  });

  it.each([
    ['cover', 31, 90],
    ['cover', 90, 31],
    ['cover', 300, 411],
    ['contain', 31, 90],
    ['contain', 90, 31],
    ['contain', 300, 411],
  ] as const)('is fitted as sharp does it (%s, %i × %i)', async (fit, width, height) => {
    const picture = await noise(width, height).png().toBuffer();
    const reference = await sharp(picture)
      .resize(24, 36, { fit, background: BACKGROUND, kernel: 'cubic' })
      .raw()
      .toBuffer();

    const pixels = await decodePicture(picture, { ...EXACT, width: 24, height: 36, fit });

    expect(Buffer.from(pixels).equals(reference)).toBe(true);
  });
});
