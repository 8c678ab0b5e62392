import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { cpuTime } from '../../../../support/cpu-time.ts';
import { noise, plain, RED } from '../../../support/pictures.ts';
import { encode, KINDS, square } from './support.ts';

const FORMAT = square(8);

describe('decoding', () => {
  it.each([
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['a video', '\0\0\0\x18ftypisom\0\0\0\0'],
    ['JPEG XL', '\xff\x0a\xfa\x1f'],
    ['BMP', 'BM\x36\0\0\0\0\0'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['PDF', '%PDF-1.7'],
    ['not a known picture format', 'hello'],
    ['empty', ''],
  ])('refuses a file by the name of its format: %s', async (name, start) => {
    await expect(decodePicture(Buffer.from(start, 'latin1'), FORMAT)).rejects.toMatchObject({
      problem: 'image-format',
      status: 415,
      message: `This is ${name}; send JPEG, PNG, WebP, AVIF, GIF or TIFF.`,
    });
  });

  it.each(KINDS)('refuses every beginning of %s as unreadable', async (kind) => {
    const whole = await encode(kind, noise(40, 40));

    for (let length = 12; length < whole.length - 20; length += Math.ceil(whole.length / 25)) {
      await expect(decodePicture(whole.subarray(0, length), FORMAT)).rejects.toMatchObject({
        problem: 'image-unreadable',
      });
    }
  });

  it.each(KINDS)(
    'accepts %s of as many pixels as the model allows, and refuses one with more',
    async (kind) => {
      const picture = await encode(kind, plain(RED, 10, 11));

      expect((await decodePicture(picture, { ...FORMAT, maxPixels: 110 })).pixels).toHaveLength(192);
      await expect(decodePicture(picture, { ...FORMAT, maxPixels: 109 })).rejects.toMatchObject({
        problem: 'image-too-many-pixels',
        message:
          'The image has 10 × 11 = 110 pixels; at most 109 are accepted (input.maxPixels of ensemble.json).',
      });
    },
  );

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
