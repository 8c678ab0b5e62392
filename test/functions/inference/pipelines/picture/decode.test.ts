import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  decodeElsewhere,
  decodeHere,
  decodePicture,
} from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { readHeader } from '../../../../../functions/inference/pipelines/picture/file/read-header.ts';
import type { PictureFormat } from '../../../../../functions/inference/pipelines/picture/place.ts';
import { noise, plain, RED } from '../../../support/pictures.ts';
import { damaged, encode, insertBehindStart, jpegSegment, type Kind, pngChunk, square } from './support.ts';

async function pixelsHere(bytes: Buffer, format: PictureFormat) {
  return (await decodeHere(bytes, format, await readHeader(bytes)))?.pixels;
}

/** Whether a file is decoded on this thread. If it is, the test fails unless libvips decodes it to the same pixels. */
async function isDecoded(bytes: Buffer, format: PictureFormat): Promise<boolean> {
  const pixels = await readHeader(bytes).then(
    () => pixelsHere(bytes, format),
    () => undefined,
  );
  if (!pixels) return false;
  const elsewhere = await decodeElsewhere(bytes, format, await readHeader(bytes));
  expect(Buffer.from(pixels).equals(elsewhere.pixels)).toBe(true);
  return true;
}

/** Compares both decoders on random files. @param share minimum share of files that must be decoded on this thread */
async function compare(
  files: fc.Arbitrary<Buffer>,
  formats: fc.Arbitrary<Partial<PictureFormat>>,
  runs: number,
  share: number,
) {
  let decoded = 0;
  const property = fc.asyncProperty(files, formats, async (bytes, format) => {
    if (await isDecoded(bytes, square(64, format))) decoded++;
  });
  await fc.assert(property, { numRuns: runs });
  expect(decoded).toBeGreaterThanOrEqual(share * runs);
  return decoded;
}

describe('decoding on this thread gives exactly the pixels of libvips', () => {
  it('for JPEGs of which only the columns in the middle are decoded', async () => {
    const files = fc.constantFrom(
      ...(await Promise.all(
        ['4:4:4', '4:2:0'].map((chromaSubsampling) =>
          encode('a JPEG', noise(310, 40), { chromaSubsampling }),
        ),
      )),
    );
    const height = fc.integer({ min: 2, max: 60 });
    const narrow = fc.record({ width: fc.constant(4), height, fit: fc.constant('cover' as const) });

    await compare(files, narrow, 60, 1);
  });

  it.each([
    ['a JPEG', 0.02],
    ['a PNG', 0],
  ] as const)('or leaves a damaged file to libvips: %s', async (kind, share) => {
    const files = damaged(await encode(kind, noise(40, 40, 30)));

    const decoded = await compare(files, fc.constant({}), 250, share);

    // Most damaged files are left to libvips. The rest are still valid, and are decoded on this thread.
    expect(decoded).toBeLessThan(0.4 * 250);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG with a colour profile', () => plain(RED, 50, 60).withIccProfile('p3').jpeg().toBuffer()],
    ['a JPEG with EXIF', () => plain(RED, 50, 60).withMetadata({ orientation: 1 }).jpeg().toBuffer()],
    ['a small PNG', () => encode('a PNG', noise(60, 50))],
    ['a small grey PNG', () => encode('a PNG', noise(60, 50).toColourspace('b-w'))],
  ])('for %s', async (_, make) => {
    expect(await isDecoded(await make(), square(64))).toBe(true);
  });

  it.each<[Kind, () => Sharp]>([
    ['a progressive JPEG', () => plain(RED)],
    ['a CMYK JPEG', () => plain(RED)],
    ['a JPEG', () => plain(RED).withMetadata({ orientation: 6 })],
    ['a JPEG', () => plain(RED, 2_001, 2_000)],
    ['a transparent PNG', () => plain(RED)],
    ['a PNG', () => plain(RED, 300, 300)],
  ])('and is not done for %s, which is not plain and small', async (kind, make) => {
    expect(await pixelsHere(await encode(kind, make()), square(64))).toBeUndefined();
  });
});

describe('the module that decodes', () => {
  it('decodes as before after thousands of failures', async () => {
    const whole = await encode('a JPEG', noise(8, 8));
    const expected = await pixelsHere(whole, square(64));

    for (let failure = 0; failure < 6_000; failure++) {
      expect(await pixelsHere(whole.subarray(0, -4), square(64))).toBeUndefined();
    }

    expect(await pixelsHere(whole, square(64))).toEqual(expected);
  });

  it('refuses a frame that takes more memory than the module has, and decodes as before', async () => {
    const bytes = await encode('a progressive JPEG', plain(RED, 500, 500));

    await expect(decodeElsewhere(bytes, square(12_000), await readHeader(bytes))).rejects.toMatchObject({
      problem: 'image-too-many-pixels',
    });
    expect((await decodeElsewhere(bytes, square(2), await readHeader(bytes))).pixels).toHaveLength(12);
  });

  it('inflates no more of a PNG than its pixels need, whatever the file has', async () => {
    const whole = await encode('a PNG', noise(30, 20, 40));
    const bomb = pngChunk('IDAT', deflateSync(Buffer.alloc(50_000_000)));
    const bytes = Buffer.concat([whole.subarray(0, 33), bomb, pngChunk('IEND', Buffer.alloc(0))]);
    const before = process.memoryUsage.rss();

    expect(await pixelsHere(bytes, square(28))).toBeUndefined();
    expect(process.memoryUsage.rss() - before).toBeLessThan(20_000_000);
  });

  it('looks for EXIF only in segments of EXIF', async () => {
    const bytes = await encode('a JPEG', noise(30, 30));
    const others = [
      jpegSegment(0xe1, ...Buffer.from('http://ns.adobe.com/xap/1.0/\0')),
      jpegSegment(0xe1, ...Buffer.from('Exif\0\0II')),
    ];
    for (const segment of others)
      expect(await isDecoded(insertBehindStart(bytes, segment), square(20))).toBe(true);
  });
});

describe('a large photograph', () => {
  it('takes little more memory than a small one, however it is fitted', async () => {
    const bytes = await encode('a JPEG', plain(RED, 8_160, 6_120));
    const header = await readHeader(bytes);
    await decodeElsewhere(await encode('a progressive JPEG', noise(500, 375)), square(224), header);
    const before = process.resourceUsage().maxRSS;

    for (const fit of ['fill', 'cover', 'contain'] as const) {
      await decodeElsewhere(bytes, square(224, { fit }), header);
    }
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(60);
  });

  it('is shrunk to nearly the same pixels as when decoded whole', async () => {
    const shapes = await encode('a PNG', noise(90, 60));
    const picture = await sharp(shapes)
      .resize(5_400, 3_600, { kernel: 'cubic' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const header = await readHeader(picture);
    const part = await sharp(picture)
      .resize(3_600, 2_400, { kernel: 'lanczos3' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const format = square(90, { height: 60 });

    const { pixels } = await decodeElsewhere(picture, format, header);
    const { pixels: expected } = await decodeElsewhere(part, format, await readHeader(part));

    const differences = expected.map((value, at) => Math.abs(value - pixels[at]!));
    expect(Math.max(...differences)).toBeLessThanOrEqual(2);
  });
});

it.each([
  ['to even, as torchvision does', undefined, [100, 150]],
  ['down, as Hugging Face does', 'down', [50, 100]],
] as const)('The half pixel of an odd margin is rounded %s', async (_, crop, columns) => {
  const pixels = Uint8Array.from([0, 50, 100, 150, 200].flatMap((value) => [value, value, value]));
  const file = await sharp(pixels, { raw: { width: 5, height: 1, channels: 3 } })
    .png()
    .toBuffer();
  const frame = square(2, { height: 1, colour: 'grey', resize: 1, resample: 'bilinear' });

  const picture = await decodePicture(file, { ...frame, crop });

  expect([...picture.pixels]).toEqual(columns);
});

it.each([2, 3, 4, 5, 6, 7, 8])("With OpenCV's filter, EXIF orientation %d counts", async (orientation) => {
  const turned = await noise(90, 61).withMetadata({ orientation }).png().toBuffer();
  const upright = await sharp(turned).autoOrient().png().toBuffer();
  const format = square(40, { resample: 'inter_linear', fit: 'contain' });

  expect(await decodePicture(turned, format)).toEqual(await decodePicture(upright, format));
});

it("A picture of more than 16 megapixels is not reduced before OpenCV's filter, which takes two columns in 128", async () => {
  const pixels = Uint8Array.from({ length: 8192 * 2049 }, (_, at) => ([63, 64].includes(at % 128) ? 255 : 0));
  const raw = { width: 8192, height: 2049, channels: 1 } as const;
  const file = await sharp(pixels, { raw }).png({ compressionLevel: 1 }).toBuffer();

  const picture = await decodePicture(file, square(64, { colour: 'grey', resample: 'inter_linear' }));

  expect(new Set(picture.pixels)).toEqual(new Set([255]));
});
