import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSmallPng } from '../../../../../functions/inference/pipelines/picture/small-png.ts';
import { damaged, encode, noise, pngChunk, square } from './support.ts';
import { compare, encoded, isTakenBy, samplesOf, sizes } from './taken.ts';

const FORMAT = square(28);

describe('decoding a common PNG on this thread gives the very pixels of libvips', () => {
  it('for every sample', async () => {
    for (const sample of samplesOf('digits', '.png')) {
      expect(await isTakenBy(decodeSmallPng, sample, FORMAT)).toBe(true);
    }
  });

  it('whatever the size, compression, filters and fit', async () => {
    const encoding = fc.record({
      compressionLevel: fc.integer({ min: 0, max: 9 }),
      adaptiveFiltering: fc.boolean(),
      progressive: fc.constantFrom(false, false, false, true),
      palette: fc.constantFrom(false, false, false, true),
    });

    await compare(decodeSmallPng, encoded('a PNG', encoding), sizes(20, 90), 70, 0.3);
  });

  it('and takes no damaged one that libvips refuses', async () => {
    // By the signature it is known as a PNG.
    const signature = 8;
    const files = damaged(await encode('a PNG', noise(30, 20, 40)), signature);

    const taken = await compare(decodeSmallPng, files, fc.constant({}), 200, 0);

    // Some damage leaves a file whole.
    expect(taken).toBeLessThan(0.4 * 200);
  });

  it('and inflates no more than its pixels take, whatever the file holds', async () => {
    const whole = await encode('a PNG', noise(30, 20, 40));
    const bomb = deflateSync(Buffer.alloc(50_000_000));
    const header = whole.subarray(0, 33);
    const file = Buffer.concat([header, pngChunk('IDAT', bomb), pngChunk('IEND', Buffer.alloc(0))]);
    const before = process.memoryUsage.rss();

    expect(await decodeSmallPng(file, FORMAT)).toBeUndefined();
    expect(process.memoryUsage.rss() - before).toBeLessThan(20_000_000);
  });
});
