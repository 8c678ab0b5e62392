import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import type { Sharp } from 'sharp';
import type { PictureFormat } from '../../../../../functions/inference/pipelines/picture/place.ts';

const FILES = {
  'a JPEG': (picture, options) => picture.jpeg(options),
  'a progressive JPEG': (picture, options) => picture.jpeg({ progressive: true, ...options }),
  'a CMYK JPEG': (picture, options) => picture.toColourspace('cmyk').jpeg(options),
  'a PNG': (picture, options) => picture.png(options),
  'an interlaced PNG': (picture, options) => picture.png({ progressive: true, ...options }),
  'a PNG of 16 bits': (picture, options) => picture.toColourspace('rgb16').png(options),
  'a transparent PNG': (picture, options) => picture.ensureAlpha(0.5).png(options),
  'a WebP': (picture, options) => picture.webp(options),
  'a lossless WebP': (picture, options) => picture.webp({ lossless: true, ...options }),
  'a transparent WebP': (picture, options) => picture.ensureAlpha(0.5).webp(options),
  'an AVIF': (picture, options) => picture.avif({ effort: 0, ...options }),
  'a GIF': (picture, options) => picture.gif(options),
  'a TIFF': (picture, options) => picture.tiff({ compression: 'lzw', ...options }),
} satisfies Record<string, (picture: Sharp, options: object) => Sharp>;
export type Kind = keyof typeof FILES;
export const KINDS = Object.keys(FILES) as Kind[];

/** Encodes a picture as a file of this kind. @param options options of sharp's encoder */
export function encode(kind: Kind, picture: Sharp, options: object = {}): Promise<Buffer> {
  return FILES[kind](picture, options).toBuffer();
}

/** A square format. @param side width and height in pixels */
export function square(side: number, changes: Partial<PictureFormat> = {}): PictureFormat {
  const common = { colour: 'rgb', fit: 'fill', resample: 'bicubic', background: '#ffffff' } as const;
  return { width: side, height: side, ...common, maxPixels: 50_000_000, ...changes };
}

/** Flips bits, removes bytes and inserts others, mostly in the first 200 bytes. @param min lowest index of a change */
export function damaged(whole: Buffer, min = 0): fc.Arbitrary<Buffer> {
  const last = whole.length - 1;
  const offset = fc.oneof(fc.integer({ min, max: Math.min(200, last) }), fc.integer({ min, max: last }));
  return fc
    .record({
      flips: fc.array(fc.tuple(offset, fc.nat(7)), { maxLength: 3 }),
      at: offset,
      removed: fc.constantFrom(0, 0, 0, 1, 4, 12, whole.length),
      inserted: fc.oneof(fc.constant(Buffer.alloc(0)), fc.uint8Array({ maxLength: 12 })),
    })
    .map(({ flips, at, removed, inserted }) => {
      const bytes = Buffer.from(whole);
      for (const [flipped, bit] of flips) bytes[flipped]! ^= 1 << bit;
      return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)]);
    });
}

/** A JPEG segment with its length. */
export function jpegSegment(marker: number, ...body: readonly number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...body]);
}

/** Inserts a segment as the first one of a JPEG. */
export function insertBehindStart(picture: Buffer, part: Buffer): Buffer {
  return Buffer.concat([picture.subarray(0, 2), part, picture.subarray(2)]);
}

/** A PNG chunk with its length and checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
