import { describe, expect, it } from 'vitest';
import {
  decodePicture,
  MAX_INPUT_PIXELS,
} from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { cpuTime } from '../../../../../support/cpu-time.ts';
import { plain, RED } from '../../../../support/pictures.ts';
import { noise, square } from './noise.ts';

const FORMAT = square(8);

describe('decoding', () => {
  it.each([
    ['a GIF', () => plain(RED).gif().toBuffer()],
    ['a TIFF', () => plain(RED).tiff().toBuffer()],
    ['an AVIF', () => plain(RED).avif().toBuffer()],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
  ])('refuses %s for its format', async (_, make) => {
    await expect(decodePicture(await make(), FORMAT)).rejects.toMatchObject({
      problem: 'image-format',
      status: 415,
    });
  });

  it.each([
    ['a JPEG', () => plain(RED, 40, 40).jpeg().toBuffer()],
    ['a progressive JPEG', () => plain(RED, 40, 40).jpeg({ progressive: true }).toBuffer()],
    ['a PNG', () => plain(RED, 40, 40).png().toBuffer()],
    ['a WebP', () => noise(40, 40).webp().toBuffer()],
    ['a lossless WebP', () => noise(40, 40).webp({ lossless: true }).toBuffer()],
  ])('refuses every beginning of %s as unreadable', async (_, make) => {
    const whole = await make();

    for (let length = 12; length < whole.length - 20; length += Math.ceil(whole.length / 25)) {
      await expect(decodePicture(whole.subarray(0, length), FORMAT)).rejects.toMatchObject({
        problem: 'image-unreadable',
      });
    }
  });

  it('takes a picture of exactly as many pixels as allowed', async () => {
    const picture = await plain(RED, MAX_INPUT_PIXELS / 5_000, 5_000)
      .png()
      .toBuffer();

    expect((await decodePicture(picture, FORMAT)).length).toBe(192);
  });

  it.each([
    ['a PNG', () => plain(RED, 10, 11).png()],
    ['a JPEG', () => plain(RED, 10, 11).jpeg()],
    ['a WebP', () => plain(RED, 10, 11).webp()],
    ['a lossless WebP', () => plain(RED, 10, 11).webp({ lossless: true })],
    ['a transparent WebP', () => plain(RED, 10, 11).ensureAlpha(0.5).webp()],
  ])('refuses %s of more pixels than the model allows', async (_, make) => {
    await expect(decodePicture(await make().toBuffer(), { ...FORMAT, maxPixels: 109 })).rejects.toMatchObject(
      {
        problem: 'image-too-many-pixels',
        message:
          'The image has 10 × 11 = 110 pixels; at most 109 are taken, as input.maxPixels of ensemble.json says.',
      },
    );
  });

  it.each([
    ['a JPEG of a million segments', Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xfe, 0, 2])],
    ['a WebP of half a million chunks', Buffer.from('RIFF1234WEBP'), Buffer.from('JUNK\0\0\0\0')],
  ])('refuses %s before it has read them all', async (_, start, part) => {
    const bytes = Buffer.concat([start, Buffer.alloc(4_000_000, part)]);
    const milliseconds = cpuTime();

    await expect(decodePicture(bytes, FORMAT)).rejects.toMatchObject({ problem: 'image-unreadable' });
    expect(milliseconds()).toBeLessThan(300);
  });
});
