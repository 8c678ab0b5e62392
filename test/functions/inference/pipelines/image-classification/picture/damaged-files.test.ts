import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { cpuTime } from '../../../../../support/cpu-time.ts';
import { seeded } from './made-jpeg.ts';
import { noise, square } from './noise.ts';

const FORMAT = square(32, { height: 24, fit: 'cover' });
const FILES = 100;
/** Milliseconds of CPU. */
const MOST = 2_000;

/** Changes, takes out or doubles bytes, in the headers as often as behind them. */
function damage(whole: Buffer, random: () => number): Buffer {
  const within = random() < 0.5 ? Math.min(200, whole.length) : whole.length;
  const at = Math.floor(random() * within);
  const length = 1 + Math.floor(random() * 12);
  const way = random();
  if (way < 0.15) return whole.subarray(0, at);
  if (way < 0.3) return Buffer.concat([whole.subarray(0, at), whole.subarray(at + length)]);
  if (way < 0.45) return Buffer.concat([whole.subarray(0, at + length), whole.subarray(at)]);
  const bytes = Buffer.from(whole);
  for (let index = at; index < Math.min(at + length, bytes.length); index++) {
    bytes[index] = way < 0.7 ? 255 * Math.floor(2 * random()) : Math.floor(256 * random());
  }
  return bytes;
}

describe('a damaged file is a picture or a problem, in time', () => {
  it.each([
    ['a JPEG', (picture: Sharp) => picture.jpeg()],
    ['a JPEG of a camera', (picture: Sharp) => picture.withIccProfile('p3').withExif({}).jpeg()],
    ['a progressive JPEG', (picture: Sharp) => picture.jpeg({ progressive: true })],
    ['a PNG', (picture: Sharp) => picture.png()],
    ['an interlaced PNG', (picture: Sharp) => picture.ensureAlpha(0.5).png({ progressive: true })],
    ['a WebP', (picture: Sharp) => picture.webp()],
    ['a lossless WebP', (picture: Sharp) => picture.webp({ lossless: true })],
    ['a transparent WebP', (picture: Sharp) => picture.ensureAlpha(0.5).withIccProfile('p3').webp()],
  ])('%s', async (name, encode) => {
    const whole = await encode(noise(80, 60, 40)).toBuffer();
    const random = seeded(name.length);
    let slowest = 0;
    let pictures = 0;

    for (let file = 0; file < FILES; file++) {
      const milliseconds = cpuTime();
      try {
        const pixels = await decodePicture(damage(whole, random), FORMAT);
        expect(pixels).toHaveLength(FORMAT.width * FORMAT.height * 3);
        pictures++;
      } catch (error) {
        expect(error).toMatchObject({
          problem: expect.stringMatching(/^image-(format|unreadable|too-many-pixels)$/),
        });
      }
      slowest = Math.max(slowest, milliseconds());
    }

    expect(pictures).toBeLessThan(FILES);
    expect(slowest).toBeLessThan(MOST);
  });
});
