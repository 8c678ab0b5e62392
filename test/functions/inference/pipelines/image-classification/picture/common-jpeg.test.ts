import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommonJpeg } from '../../../../../../functions/inference/pipelines/image-classification/picture/common-jpeg.ts';
import type { PictureFormat } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { plain, RED } from '../../../../support/pictures.ts';
import { makeJpeg, seeded } from './made-jpeg.ts';
import { noise, square } from './noise.ts';
import { compare, compareSamples, encoded, isTakenBy, sizes } from './taken.ts';

const FORMAT = square(64);

const luminance = fc.constantFrom([1, 1], [2, 1], [2, 2], [1, 2], [4, 1], [1, 4]);
const chrominance = fc.constantFrom([], [1, 1]);
/** Files of `makeJpeg`, which shrink to a half, a quarter and an eighth while they are decoded. */
const made = ([narrowest, widest]: [number, number], [lowest, highest]: [number, number]) =>
  fc
    .record({
      width: fc.integer({ min: narrowest, max: widest }),
      height: fc.integer({ min: lowest, max: highest }),
      sampling: fc.tuple(luminance, chrominance).map(([first, other]) => {
        const factors = other.length > 0 ? [first, other, other] : [first];
        return factors as [number, number][];
      }),
      restartInterval: fc.nat(4),
      quantisation: fc.integer({ min: 1, max: 8 }),
      bits: fc.integer({ min: 1, max: 4 }),
      seed: fc.nat(),
    })
    .map(
      ({ seed, ...picture }) =>
        async () =>
          makeJpeg({ ...picture, random: seeded(seed) }),
    );

const isTaken = (bytes: Buffer, format: PictureFormat) => isTakenBy(decodeCommonJpeg, bytes, format);

describe('decoding a common JPEG on this thread gives the very pixels of libvips', () => {
  it.each([
    ['handwriting', FORMAT],
    ['ants-bees', { ...FORMAT, width: 224, height: 224, fit: 'cover' }],
  ] as const)('for every sample of %s', async (model, format) => {
    await compareSamples(decodeCommonJpeg, model, '.jpg', format);
  });

  it('whatever the size, quality, coding and fit', async () => {
    const encoding = fc.record({
      quality: fc.integer({ min: 1, max: 100 }),
      chromaSubsampling: fc.constantFrom('4:2:0', '4:4:4'),
      optimiseCoding: fc.boolean(),
      trellisQuantisation: fc.boolean(),
    });

    await compare(decodeCommonJpeg, encoded('jpeg', encoding), sizes(20, 90), { runs: 100, share: 0.6 });
  });

  it('whatever the sampling, restart interval and coefficients', async () => {
    await compare(decodeCommonJpeg, made([1, 60], [1, 60]), sizes(2, 90), { runs: 120, share: 0.6 });
  });

  it('where only the columns in its middle are decoded', async () => {
    const narrow = fc.record({
      width: fc.integer({ min: 2, max: 40 }),
      height: fc.integer({ min: 5, max: 40 }),
      fit: fc.constant('cover' as const),
    });

    await compare(decodeCommonJpeg, made([100, 400], [20, 60]), narrow, { runs: 100, share: 0.6 });
  });

  it('however large it is, and by however much it shrinks', async () => {
    const encoding = fc.record({ chromaSubsampling: fc.constantFrom('4:2:0', '4:4:4') });
    const pictures = encoded('jpeg', encoding, { most: 900, sigma: fc.constant(40) });

    await compare(decodeCommonJpeg, pictures, sizes(5, 260), { runs: 25, share: 0.4 });
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
