import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { cpuTime } from '../../../../support/cpu-time.ts';
import { plain, RED } from '../../../support/pictures.ts';
import { encode, type Kind, square } from './support.ts';

const OF_TELEPHONES: Kind[] = ['a JPEG', 'a progressive JPEG', 'a PNG', 'a transparent PNG', 'a WebP'];

/** A file of a small picture whose header declares another size. */
async function claiming(kind: Kind, width: number, height: number, picture = plain(RED), options?: object) {
  const bytes = await encode(kind, picture, options);
  const webp = bytes.toString('latin1', 12, 16);
  if (bytes[0] === 0xff) {
    const frames = [0xc0, 0xc2].map((marker) => bytes.indexOf(Buffer.from([0xff, marker, 0])));
    const frame = Math.max(...frames);
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  } else if (bytes[0] === 0x89) {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
  } else if (webp === 'VP8 ') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else {
    const flags = bytes.readUInt32LE(21) & 0xf0000000;
    bytes.writeUInt32LE((flags | ((height - 1) << 14) | (width - 1)) >>> 0, 21);
  }
  return bytes;
}

async function problemOf(bytes: Promise<Buffer>): Promise<string> {
  return decodePicture(await bytes, square(8)).then(
    () => 'none',
    ({ problem, message }) => `${problem}: ${message}`,
  );
}

describe('a file that is decoded as a whole', () => {
  it.each([
    ['a progressive JPEG', { chromaSubsampling: '4:4:4' }, 26_666_664],
    ['a CMYK JPEG', {}, 40_000_000],
    ['an interlaced PNG', {}, 30_000_000],
    ['a PNG of 16 bits', { progressive: true }, 7_500_000],
    ['a lossless WebP', {}, 18_000_000],
  ] as const)('has no pixel more than memory and time allow: %s, %j', async (kind, options, pixels) => {
    const problem = (more: number) =>
      problemOf(claiming(kind, 4_000, Math.floor(pixels / 4_000) + more, plain(RED), options));

    expect(await problem(0)).not.toContain('times as much');
    expect(await problem(1)).toContain('decoding it takes 2 times as much time or memory as a request may');
  });

  it('is accepted if there is memory for it, for example in grey', async () => {
    const grey = plain(RED).toColourspace('b-w');

    expect(await problemOf(claiming('an interlaced PNG', 8_000, 6_000, grey))).toContain('image-unreadable');
  });
});

describe('a file that is decoded row by row', () => {
  it.each(['a JPEG', 'a PNG'] as const)('is refused for its side, not for its pixels: %s', async (kind) => {
    expect(await problemOf(claiming(kind, 16_385, 16))).toBe(
      'image-too-many-pixels: The image has 16385 × 16 pixels; neither side may exceed 16384.',
    );
    expect(await problemOf(claiming(kind, 16_384, 16))).toContain('image-unreadable');
    expect(await problemOf(claiming(kind, 16, 16_385))).toContain('image-too-many-pixels');
  });
});

describe('a file that would take far longer to decode than a request may take', () => {
  it('is refused by its header, because two clients with PNGs of 400 KB could occupy a model', async () => {
    const picture = claiming('a PNG of 16 bits', 16_384, 3_000);
    await picture;
    const milliseconds = cpuTime();

    const problem = await problemOf(picture);

    expect(problem).toBe(
      'image-too-many-pixels: The image has 16384 × 3000 pixels, so decoding it takes 3 times as much time or memory as a ' +
        'request may take. Send a smaller image, or a baseline JPEG with 8 bits per channel.',
    );
    // Reading the header takes far less.
    expect(milliseconds()).toBeLessThan(500);
  });

  it.each(OF_TELEPHONES)('is not a photograph of a telephone with 50 megapixels: %s', async (kind) => {
    expect(await problemOf(claiming(kind, 8_160, 6_120))).toContain('image-unreadable');
  });

  it.each([
    ['a PNG of 16 bits', 5_625, 4_000],
    ['an interlaced PNG', 7_500, 4_000],
    ['a lossless WebP', 4_500, 4_000],
  ] as const)('is one with a row too many: %s', async (kind, width, height) => {
    expect(await problemOf(claiming(kind, width, height))).not.toContain('times as much');
    expect(await problemOf(claiming(kind, width, height + 1))).toContain('decoding it takes 2 times as much');
  });
});
