import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommonJpeg } from '../../../../../../functions/inference/pipelines/image-classification/picture/common-jpeg.ts';
import type { PictureFormat } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { plain, RED } from '../../../../support/pictures.ts';
import { makeJpeg, seeded } from './made-jpeg.ts';
import { noise, square } from './noise.ts';
import { expectTaken, isTakenBy } from './taken.ts';

const MODELS = path.resolve(import.meta.dirname, '../../../../../../models');
const FORMAT = square(64);

const formats = fc.record({
  width: fc.integer({ min: 20, max: 90 }),
  height: fc.integer({ min: 20, max: 90 }),
  fit: fc.constantFrom('fill', 'cover', 'contain'),
});

/** Into these, pictures also shrink to a half, a quarter and an eighth while they are decoded. */
const smallerFormats = fc.record({
  width: fc.integer({ min: 2, max: 90 }),
  height: fc.integer({ min: 2, max: 90 }),
  fit: fc.constantFrom('fill', 'cover', 'contain'),
});

const luminance = fc.constantFrom([1, 1], [2, 1], [2, 2], [1, 2], [4, 1], [1, 4]);
const chrominance = fc.constantFrom([], [1, 1]);
/** What `makeJpeg` takes beside the size. */
const coding = {
  sampling: fc.tuple(luminance, chrominance).map(([first, other]) => {
    const factors = other.length > 0 ? [first, other, other] : [first];
    return factors as [number, number][];
  }),
  restartInterval: fc.nat(4),
  quantisation: fc.integer({ min: 1, max: 8 }),
  bits: fc.integer({ min: 1, max: 4 }),
  seed: fc.nat(),
};

const isTaken = (bytes: Buffer, format: PictureFormat) => isTakenBy(decodeCommonJpeg, bytes, format);

describe('decoding a common JPEG on this thread gives the very pixels of libvips', () => {
  it.each([
    ['handwriting', FORMAT],
    ['ants-bees', { ...FORMAT, width: 224, height: 224, fit: 'cover' }],
  ] as const)('for every sample of %s', async (model, format) => {
    const folder = path.join(MODELS, model, 'samples');
    const samples = readdirSync(folder).filter((name) => name.endsWith('.jpg'));
    let taken = 0;
    for (const name of samples) {
      if (await isTaken(readFileSync(path.join(folder, name)), format)) taken++;
    }

    expectTaken(taken, samples.length, 1);
  });

  it('whatever the size, quality, coding and fit', async () => {
    const numRuns = 100;
    let taken = 0;
    const pictures = fc.record({
      width: fc.integer({ min: 1, max: 140 }),
      height: fc.integer({ min: 1, max: 140 }),
      sigma: fc.integer({ min: 1, max: 128 }),
      grey: fc.boolean(),
      options: fc.record({
        quality: fc.integer({ min: 1, max: 100 }),
        chromaSubsampling: fc.constantFrom('4:2:0', '4:4:4'),
        optimiseCoding: fc.boolean(),
        trellisQuantisation: fc.boolean(),
      }),
    });

    await fc.assert(
      fc.asyncProperty(pictures, formats, async ({ width, height, sigma, grey, options }, format) => {
        const picture = noise(width, height, sigma);
        const bytes = await (grey ? picture.toColourspace('b-w') : picture).jpeg(options).toBuffer();
        if (await isTaken(bytes, { ...FORMAT, ...format })) taken++;
      }),
      { numRuns },
    );

    expectTaken(taken, numRuns, 0.6);
  });

  it('whatever the sampling, restart interval and coefficients', async () => {
    const numRuns = 120;
    let taken = 0;
    const pictures = fc.record({
      width: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 1, max: 60 }),
      ...coding,
    });

    await fc.assert(
      fc.asyncProperty(pictures, smallerFormats, async ({ seed, ...picture }, format) => {
        const bytes = makeJpeg({ ...picture, random: seeded(seed) });
        if (await isTaken(bytes, { ...FORMAT, ...format })) taken++;
      }),
      { numRuns },
    );

    expectTaken(taken, numRuns, 0.6);
  });

  it('where only the columns in its middle are decoded', async () => {
    const numRuns = 100;
    let taken = 0;
    const pictures = fc.record({
      width: fc.integer({ min: 100, max: 400 }),
      height: fc.integer({ min: 20, max: 60 }),
      ...coding,
    });
    const narrowFormats = fc.record({
      width: fc.integer({ min: 2, max: 40 }),
      height: fc.integer({ min: 5, max: 40 }),
    });

    await fc.assert(
      fc.asyncProperty(pictures, narrowFormats, async ({ seed, ...picture }, format) => {
        const bytes = makeJpeg({ ...picture, random: seeded(seed) });
        if (await isTaken(bytes, { ...FORMAT, ...format, fit: 'cover' })) taken++;
      }),
      { numRuns },
    );

    expectTaken(taken, numRuns, 0.6);
  });

  it('however large it is, and by however much it shrinks', { timeout: 60_000 }, async () => {
    const numRuns = 25;
    let taken = 0;
    const pictures = fc.record({
      width: fc.integer({ min: 1, max: 900 }),
      height: fc.integer({ min: 1, max: 900 }),
      grey: fc.boolean(),
      chromaSubsampling: fc.constantFrom('4:2:0', '4:4:4'),
    });
    const largerFormats = fc.record({
      width: fc.integer({ min: 5, max: 260 }),
      height: fc.integer({ min: 5, max: 260 }),
      fit: fc.constantFrom('fill', 'cover', 'contain'),
    });

    await fc.assert(
      fc.asyncProperty(
        pictures,
        largerFormats,
        async ({ width, height, grey, chromaSubsampling }, format) => {
          const picture = noise(width, height, 40);
          const bytes = await (grey ? picture.toColourspace('b-w') : picture)
            .jpeg({ chromaSubsampling })
            .toBuffer();
          if (await isTaken(bytes, { ...FORMAT, ...format })) taken++;
        },
      ),
      { numRuns },
    );

    expectTaken(taken, numRuns, 0.4);
  });

  it.each([
    ['contain', 42, 21, 75, 77],
    ['contain', 54, 36, 88, 51],
    ['cover', 51, 6, 84, 65],
    ['cover', 54, 48, 36, 52],
  ] as const)('where a side would end in half a pixel (%s, %i × %i to %i × %i)', async (...row) => {
    const [fit, across, down, width, height] = row;
    const bytes = await noise(across, down).jpeg().toBuffer();

    expect(await isTaken(bytes, { ...FORMAT, width, height, fit })).toBe(true);
  });

  it('where it has the profile of sRGB', async () => {
    const profile = `ICC_PROFILE\0\x01\x01${'mntr'.padStart(16)}RGB sRGB IEC61966-2.1`;
    const segment = Buffer.from(`\xff\xe2\0${String.fromCharCode(profile.length + 2)}${profile}`, 'latin1');
    for (const colours of ['srgb', 'b-w']) {
      const bytes = await noise(90, 70).toColourspace(colours).jpeg().toBuffer();

      expect(await isTaken(Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]), FORMAT)).toBe(
        true,
      );
    }
  });

  it('where only one side is cut off or reduced', async () => {
    const bytes = await noise(90, 40).jpeg().toBuffer();

    expect(await isTaken(bytes, { ...FORMAT, width: 40, height: 40, fit: 'cover' })).toBe(true);
    expect(await isTaken(bytes, { ...FORMAT, width: 90, height: 20 })).toBe(true);
  });
});

describe('decoding on this thread', () => {
  it.each([
    ['a PNG', () => plain(RED, 50, 60).png()],
    ['a progressive JPEG', () => plain(RED, 50, 60).jpeg({ progressive: true })],
    ['a CMYK JPEG', () => plain(RED, 50, 60).toColourspace('cmyk').jpeg()],
    ['a JPEG that says which way is up', () => plain(RED, 50, 60).withMetadata({ orientation: 6 }).jpeg()],
    ['a JPEG with a colour profile', () => plain(RED, 50, 60).withIccProfile('p3').jpeg()],
    ['a JPEG four times as wide as requested', () => plain(RED, 256, 60).jpeg()],
    ['a JPEG that libvips decodes as fast', () => plain(RED, 2_001, 2_000).jpeg()],
  ])('leaves %s to libvips', async (_, make) => {
    expect(await decodeCommonJpeg(await make().toBuffer(), FORMAT)).toBeUndefined();
  });

  it('leaves to libvips what takes more memory than it has, and decodes as before', async () => {
    const bytes = await plain(RED, 500, 500).jpeg().toBuffer();
    const expected = await decodeCommonJpeg(bytes, FORMAT);

    const enlarged = await decodeCommonJpeg(bytes, { ...FORMAT, width: 5_000, height: 5_000 });
    expect(enlarged === undefined).toBe(true);
    expect(await decodeCommonJpeg(bytes, FORMAT)).toEqual(expected);
  });
});
