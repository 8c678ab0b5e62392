import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCommonJpeg } from '../../../../../functions/inference/pipelines/picture/common-jpeg.ts';
import { plain, RED } from '../../../support/pictures.ts';
import { makeJpeg } from './made-jpeg.ts';
import { damaged, encode, insertBehindStart, jpegSegment, noise, square } from './support.ts';
import { compare, encoded, isTakenBy, samplesOf, sizes } from './taken.ts';

const FORMAT = square(64);

const luminance = fc.constantFrom<[number, number]>([1, 1], [2, 1], [2, 2], [1, 2], [4, 1], [1, 4]);
/** Files of `makeJpeg`, which shrink to a half, a quarter and an eighth while they are decoded. */
const made = ([narrowest, widest]: [number, number], [lowest, highest]: [number, number]) =>
  fc
    .record({
      width: fc.integer({ min: narrowest, max: widest }),
      height: fc.integer({ min: lowest, max: highest }),
      sampling: fc
        .tuple(luminance, fc.boolean())
        .map(([first, isGrey]): [number, number][] => (isGrey ? [first] : [first, [1, 1], [1, 1]])),
      restartInterval: fc.nat(4),
      quantisation: fc.integer({ min: 1, max: 8 }),
      bits: fc.integer({ min: 1, max: 4 }),
      seed: fc.nat(),
    })
    .map((picture) => async () => makeJpeg(picture));

describe('decoding a common JPEG on this thread gives the very pixels of libvips', () => {
  it.each([
    ['handwriting', FORMAT],
    ['ants-bees', square(224, { fit: 'cover' })],
  ] as const)('for every sample of %s', async (model, format) => {
    for (const sample of samplesOf(model, '.jpg')) {
      expect(await isTakenBy(decodeCommonJpeg, sample, format)).toBe(true);
    }
  });

  it('whatever the size, quality, coding and fit', async () => {
    const encoding = fc.record({
      quality: fc.integer({ min: 1, max: 100 }),
      chromaSubsampling: fc.constantFrom('4:2:0', '4:4:4'),
      optimiseCoding: fc.boolean(),
      trellisQuantisation: fc.boolean(),
    });

    await compare(decodeCommonJpeg, encoded('a JPEG', encoding), sizes(20, 90), 100, 0.6);
  });

  it('whatever the sampling, restart interval and coefficients', async () => {
    await compare(decodeCommonJpeg, made([1, 60], [1, 60]), sizes(2, 90), 120, 0.6);
  });

  it('where only the columns in its middle are decoded', async () => {
    const narrow = fc.record({
      width: fc.integer({ min: 2, max: 40 }),
      height: fc.integer({ min: 5, max: 40 }),
      fit: fc.constant('cover' as const),
    });

    await compare(decodeCommonJpeg, made([100, 400], [20, 60]), narrow, 100, 0.6);
  });

  it('however large it is, and by however much it shrinks', async () => {
    const encoding = fc.record({ chromaSubsampling: fc.constantFrom('4:2:0', '4:4:4') });

    await compare(decodeCommonJpeg, encoded('a JPEG', encoding, 900), sizes(5, 260), 25, 0.4);
  });

  it.skipIf(process.arch !== 'x64').each(['4:2:0', '4:4:4'])(
    'where it is damaged (%s), or leaves it to libvips: another processor limits otherwise what lies far beyond black and white',
    async (chromaSubsampling) => {
      const files = damaged(await encode('a JPEG', noise(40, 40, 30), { chromaSubsampling }));
      // The smallest take no more of it than an eighth.
      const formats = fc.constantFrom({}, { width: 19 }, { width: 9, height: 9 }, { width: 2, height: 2 });

      await compare(decodeCommonJpeg, files, formats, 250, 0.05);
    },
  );

  it.each([
    ['contain', 42, 21, 75, 77],
    ['contain', 54, 36, 88, 51],
    ['cover', 51, 6, 84, 65],
    ['cover', 54, 48, 36, 52],
    ['cover', 90, 40, 40, 40],
    ['fill', 90, 40, 90, 20],
  ] as const)('where a side would end in half a pixel or stays (%s, %i × %i to %i × %i)', async (...row) => {
    const [fit, across, down, width, height] = row;
    const bytes = await encode('a JPEG', noise(across, down));

    expect(await isTakenBy(decodeCommonJpeg, bytes, { ...FORMAT, width, height, fit })).toBe(true);
  });

  it('where it has the profile of sRGB', async () => {
    const profile = `ICC_PROFILE\0\x01\x01${'mntr'.padStart(16)}RGB sRGB IEC61966-2.1`;
    const segment = jpegSegment(0xe2, ...Buffer.from(profile, 'latin1'));
    for (const colours of ['srgb', 'b-w']) {
      const bytes = await encode('a JPEG', noise(90, 70).toColourspace(colours));

      expect(await isTakenBy(decodeCommonJpeg, insertBehindStart(bytes, segment), FORMAT)).toBe(true);
    }
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
    const bytes = await encode('a JPEG', plain(RED, 500, 500));
    const expected = await decodeCommonJpeg(bytes, FORMAT);

    expect(await decodeCommonJpeg(bytes, square(5_000))).toBeUndefined();
    expect(await decodeCommonJpeg(bytes, FORMAT)).toEqual(expected);
  });

  it('decodes as before after thousands of failures', async () => {
    const whole = await encode('a JPEG', noise(8, 8));
    const expected = await decodeCommonJpeg(whole, FORMAT);

    for (let failure = 0; failure < 6_000; failure++) {
      expect(await decodeCommonJpeg(whole.subarray(0, -4), FORMAT)).toBeUndefined();
    }

    expect(await decodeCommonJpeg(whole, FORMAT)).toEqual(expected);
  });
});
