import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { GREEN, noise, plain, RED } from '../../../support/pictures.ts';
import { encode, pngChunk, square } from './support.ts';

const FORMAT = square(8, { background: '#204060' });

/** Decodes a file, and fails if its mean red, green or blue differs by more than the tolerance. */
async function expectColour(file: Sharp | Buffer, expected: readonly number[], tolerance: number) {
  const { pixels } = await decodePicture(Buffer.isBuffer(file) ? file : await file.toBuffer(), FORMAT);
  const { channels } = await sharp(pixels, { raw: { width: 8, height: 8, channels: 3 } }).stats();
  for (const [channel, { mean }] of channels.entries()) {
    expect(Math.abs(mean - expected[channel]!), `${mean}`).toBeLessThanOrEqual(tolerance);
  }
}

const red = () => plain(RED, 60, 40);
const clear = () => sharp({ create: { width: 60, height: 40, channels: 4, background: '#0000' } });
const moving = await Promise.all([red().png().toBuffer(), plain(GREEN, 60, 40).png().toBuffer()]);

it.each<[string, Sharp, readonly number[], number]>([
  ['an interlaced PNG', red().png({ progressive: true }), [250, 10, 10], 8],
  ['a 16-bit PNG', red().toColourspace('rgb16').png(), [250, 10, 10], 8],
  ['a tall and narrow PNG', red().resize(3, 300).png(), [250, 10, 10], 8],
  ['a nearly lossless WebP', red().webp({ nearLossless: true }), [250, 10, 10], 8],
  ['an animated WebP', sharp(moving, { join: { animated: true } }).webp(), [250, 10, 10], 8],
  ['an animated GIF', sharp(moving, { join: { animated: true } }).gif(), [250, 10, 10], 8],
  ['a TIFF of several pages', sharp(moving, { join: { animated: true } }).tiff(), [250, 10, 10], 8],
  ['a transparent AVIF', clear().avif(), [0x20, 0x40, 0x60], 1],
])(
  'A file has the colour of its first picture, or of the background: %s',
  async (_, file, colour, tolerance) => {
    await expectColour(file, colour, tolerance);
  },
);

it.each(['a progressive JPEG', 'a PNG', 'a lossless WebP'] as const)(
  'A picture with a colour profile keeps the file’s numbers, as in Pillow: %s',
  async (kind) => {
    const bytes = await encode(kind, plain({ r: 200, g: 100, b: 50 }, 90, 60).withIccProfile('p3'));

    await expectColour(bytes, [189, 105, 60], 4);
  },
);

it('A PNG with 100 texts that inflate to 8 MB each is decoded without them', async () => {
  const data = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(7_900_000))]);
  const text = pngChunk('zTXt', data);
  const whole = await plain(RED, 600, 400).png().toBuffer();
  const bytes = Buffer.concat([whole.subarray(0, 33), ...Array(100).fill(text), whole.subarray(33)]);
  await decodePicture(whole, FORMAT);
  const before = process.resourceUsage().maxRSS;

  await expectColour(bytes, [250, 10, 10], 1);
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(60);
});

it.each([60, 600])('A PNG of %d pixels across is turned as EXIF behind its pixels says', async (width) => {
  const bytes = await noise(width, 40).withMetadata({ orientation: 6 }).png().toBuffer();
  const at = bytes.indexOf('eXIf') - 4;
  const end = at + 12 + bytes.readUInt32BE(at);
  const behind = [
    bytes.subarray(0, at),
    bytes.subarray(end, -12),
    bytes.subarray(at, end),
    bytes.subarray(-12),
  ];

  const turned = await decodePicture(Buffer.concat(behind), FORMAT);

  expect(turned).toEqual(await decodePicture(bytes, FORMAT));
  expect(turned).toMatchObject({ width: 40, height: width });
});
