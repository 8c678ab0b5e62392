import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import { GREEN, plain, RED } from '../../../../support/pictures.ts';
import { pngChunk, square } from './support.ts';

const FORMAT = square(8, { background: '#204060' });
const COPPER = { r: 200, g: 100, b: 50 };

/** Decodes a file, and fails where its mean red, green or blue is further away than that. */
async function expectColour(file: Sharp | Buffer, expected: readonly number[], tolerance: number) {
  const pixels = await decodePicture(Buffer.isBuffer(file) ? file : await file.toBuffer(), FORMAT);
  const { channels } = await sharp(pixels, { raw: { width: 8, height: 8, channels: 3 } }).stats();
  for (const [channel, { mean }] of channels.entries()) {
    expect(Math.abs(mean - expected[channel]!), `${mean}`).toBeLessThanOrEqual(tolerance);
  }
}

describe('a file', () => {
  it.each([
    ['a JPEG without subsampling', (picture: Sharp) => picture.jpeg({ chromaSubsampling: '4:4:4' })],
    ['a PNG of a palette', (picture: Sharp) => picture.png({ palette: true })],
    ['an interlaced PNG', (picture: Sharp) => picture.png({ progressive: true })],
    ['a 16-bit PNG', (picture: Sharp) => picture.toColourspace('rgb16').png()],
    ['a PNG with an alpha channel', (picture: Sharp) => picture.ensureAlpha().png()],
    ['a tall and narrow PNG', (picture: Sharp) => picture.resize(3, 300).png()],
    ['a lossy WebP', (picture: Sharp) => picture.webp()],
    ['a lossless WebP', (picture: Sharp) => picture.webp({ lossless: true })],
    ['a nearly lossless WebP', (picture: Sharp) => picture.webp({ nearLossless: true })],
    ['a WebP with EXIF', (picture: Sharp) => picture.withMetadata({ orientation: 1 }).webp()],
  ])('is taken: %s', async (_, encode) => {
    await expectColour(encode(plain(RED, 60, 40)), [250, 10, 10], 8);
  });

  it.each([
    ['PNG', (picture: Sharp) => picture.png()],
    ['lossy WebP', (picture: Sharp) => picture.webp()],
    ['lossless WebP', (picture: Sharp) => picture.webp({ lossless: true })],
  ])('lies on the background where it is transparent: %s', async (_, encode) => {
    const picture = sharp({ create: { width: 60, height: 40, channels: 4, background: '#0000' } });

    await expectColour(encode(picture), [0x20, 0x40, 0x60], 1);
  });

  it('that moves is its first picture: a WebP', async () => {
    const pictures = [await plain(RED, 60, 40).png().toBuffer(), await plain(GREEN, 60, 40).png().toBuffer()];

    await expectColour(sharp(pictures, { join: { animated: true } }).webp(), [250, 10, 10], 8);
  });
});

describe('a picture with a colour profile', () => {
  it.each([
    ['JPEG', (picture: Sharp) => picture.jpeg({ quality: 95 })],
    ['large JPEG', (picture: Sharp) => picture.resize(900, 600).jpeg({ quality: 95 })],
    ['PNG', (picture: Sharp) => picture.png()],
    ['WebP', (picture: Sharp) => picture.webp({ lossless: true })],
  ])('has the colours of sRGB (%s)', async (_, encode) => {
    for (const profile of ['p3', 'srgb']) {
      const bytes = await encode(plain(COPPER, 90, 60).withIccProfile(profile)).toBuffer();
      const stored = await sharp(bytes, { ignoreIcc: true }).stats();

      // What lies in the file is 189, 105, 60 for `p3`.
      if (profile === 'p3') expect(stored.channels[0]!.mean).toBeLessThan(193);
      await expectColour(bytes, [200, 100, 50], 3);
    }
  });

  it('has them with 16 bits a channel, too', async () => {
    const picture = plain(COPPER, 90, 60).toColourspace('rgb16').withIccProfile('p3');

    await expectColour(picture.png(), [200, 100, 50], 3);
  });

  it.each([undefined, 'cmyk'])('has them in inks (profile: %s)', async (profile) => {
    const inks = plain(COPPER, 90, 60).toColourspace('cmyk');
    const picture = profile ? inks.withIccProfile(profile) : inks;

    // Its blue is beyond what ink can print.
    await expectColour(picture.jpeg({ quality: 95 }), [200, 95, 30], 12);
  });

  it('that is damaged is decoded as if it had none', async () => {
    const bytes = await plain(COPPER, 90, 60).withIccProfile('p3').jpeg().toBuffer();
    const start = bytes.indexOf('ICC_PROFILE') + 14;
    bytes.fill(0x55, start + 100, start + 300);

    await expectColour(bytes, [189, 105, 60], 4);
  });
});

describe('a PNG with 100 texts that unfold to 8 MB each', () => {
  it('is decoded without them', async () => {
    const data = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(7_900_000))]);
    const text = pngChunk('zTXt', data);
    const whole = await plain(RED, 600, 400).png().toBuffer();
    const bytes = Buffer.concat([whole.subarray(0, 33), ...Array(100).fill(text), whole.subarray(33)]);
    await decodePicture(whole, FORMAT);
    const before = process.resourceUsage().maxRSS;

    await expectColour(bytes, [250, 10, 10], 1);
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(60);
  });
});
