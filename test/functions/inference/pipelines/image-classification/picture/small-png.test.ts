import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PictureFormat } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { decodeSmallPng } from '../../../../../../functions/inference/pipelines/image-classification/picture/small-png.ts';
import { noise, pngChunk, square } from './noise.ts';
import { expectTaken, isTakenBy } from './taken.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../../../../models/digits/samples');
const FORMAT = square(28);

const isTaken = (bytes: Buffer, format: PictureFormat) => isTakenBy(decodeSmallPng, bytes, format);

describe('decoding a common PNG on this thread gives the very pixels of libvips', () => {
  it('for every sample', async () => {
    const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.png'));
    let taken = 0;
    for (const name of samples) {
      if (await isTaken(readFileSync(path.join(SAMPLES, name)), FORMAT)) taken++;
    }

    expectTaken(taken, samples.length, 1);
  });

  const pictures = fc.record({
    width: fc.integer({ min: 1, max: 140 }),
    height: fc.integer({ min: 1, max: 140 }),
    sigma: fc.integer({ min: 1, max: 128 }),
    grey: fc.boolean(),
    options: fc.record({
      compressionLevel: fc.integer({ min: 0, max: 9 }),
      adaptiveFiltering: fc.boolean(),
      progressive: fc.constantFrom(false, false, false, true),
      palette: fc.constantFrom(false, false, false, true),
    }),
  });

  it('whatever the size, compression, filters and fit', async () => {
    const numRuns = 70;
    let taken = 0;
    const formats = fc.record({
      width: fc.integer({ min: 20, max: 90 }),
      height: fc.integer({ min: 20, max: 90 }),
      fit: fc.constantFrom('fill', 'cover', 'contain'),
    });

    await fc.assert(
      fc.asyncProperty(pictures, formats, async ({ width, height, sigma, grey, options }, format) => {
        const picture = noise(width, height, sigma);
        const bytes = await (grey ? picture.toColourspace('b-w') : picture).png(options).toBuffer();
        if (await isTaken(bytes, { ...FORMAT, ...format })) taken++;
      }),
      { numRuns },
    );

    expectTaken(taken, numRuns, 0.3);
  });

  it('and takes no damaged one that libvips refuses', async () => {
    const numRuns = 200;
    let taken = 0;
    const whole = await noise(30, 20, 40).png().toBuffer();
    const damage = fc.record({
      at: fc.integer({ min: 8, max: whole.length - 1 }),
      remove: fc.nat(3),
      insert: fc.uint8Array({ maxLength: 3 }),
    });

    await fc.assert(
      fc.asyncProperty(damage, async ({ at, remove, insert }) => {
        const damaged = Buffer.concat([whole.subarray(0, at), insert, whole.subarray(at + remove)]);
        if (await isTaken(damaged, FORMAT)) taken++;
      }),
      { numRuns },
    );

    // Nothing removed and nothing inserted leaves a few of them whole.
    expect(taken).toBeLessThan(0.4 * numRuns);
  });

  it('and inflates no more than its pixels take, whatever the file holds', async () => {
    const whole = await noise(30, 20, 40).png().toBuffer();
    const bomb = deflateSync(Buffer.alloc(50_000_000));
    const header = whole.subarray(0, 33);
    const file = Buffer.concat([header, pngChunk('IDAT', bomb), pngChunk('IEND', Buffer.alloc(0))]);
    const before = process.memoryUsage.rss();

    expect(await decodeSmallPng(file, FORMAT)).toBeUndefined();
    expect(process.memoryUsage.rss() - before).toBeLessThan(20_000_000);
  });
});
