import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { loadPictures, withComment } from '../../../load-tests/client/pictures.ts';
import { picturesFolder } from '../fixtures/pictures.ts';

const pixels = (jpeg: Buffer) => sharp(jpeg, { failOn: 'warning' }).raw().toBuffer();

describe('the pictures to ask about', () => {
  it('come with their labels', () => {
    const pictures = loadPictures(picturesFolder(['永', '字']));

    expect(pictures.map(({ file, label }) => [file, label])).toEqual([
      ['0.jpg', '永'],
      ['1.jpg', '字'],
    ]);
  });

  it('are refused when they are not JPEGs', () => {
    const folder = picturesFolder(['永']);
    writeFileSync(join(folder, '0.jpg'), 'PNG');

    expect(() => loadPictures(folder)).toThrow('0.jpg is not a JPEG');
  });

  it('are other bytes but the same pixels with a comment', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const jpeg = await sharp({ create: { width: 50, height: 67, channels: 3, background: 'white', noise } })
      .jpeg()
      .toBuffer();

    const first = withComment(jpeg, 'a');
    const second = withComment(jpeg, 'b');

    expect(first.equals(second)).toBe(false);
    expect((await pixels(first)).equals(await pixels(jpeg))).toBe(true);
    expect((await pixels(second)).equals(await pixels(jpeg))).toBe(true);
  });
});
