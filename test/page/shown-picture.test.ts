import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { smallerPicture } from '../../functions/inference/service/shown-picture.ts';
import { noise } from './support/pictures.ts';

describe('a sample’s picture on the page', () => {
  it('is left alone where it is small', async () => {
    expect(await smallerPicture(await noise(40, 30).png().toBuffer())).toBeUndefined();
  });

  it('is a JPEG of a few kilobytes, upright, where it is a photograph', async () => {
    const photograph = await noise(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();

    const smaller = await smallerPicture(photograph);

    const { format, width, height } = await sharp(smaller).metadata();
    expect([format, width, height]).toEqual(['jpeg', 240, 320]);
    expect(smaller?.length).toBeLessThan(50_000);
  });

  it('is left alone where nothing can be made of it', async () => {
    expect(await smallerPicture(Buffer.alloc(20_000))).toBeUndefined();
  });
});
