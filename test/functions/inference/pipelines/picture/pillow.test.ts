import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePicture } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import type { PictureFormat } from '../../../../../functions/inference/pipelines/picture/place.ts';

interface Reference {
  readonly kind: string;
  readonly format: Omit<PictureFormat, 'colour' | 'maxPixels'>;
  readonly file: string;
  readonly pixels: string;
}

/** Pictures that `references.py` in each folder made. The variable REFERENCES can name files with more and larger pictures. */
const files = ['pillow', 'opencv'].map((name) => path.join(import.meta.dirname, name, 'references.json'));
const references = (process.env.REFERENCES?.split(',') ?? files).flatMap((file): Reference[] =>
  JSON.parse(readFileSync(file, 'utf8')),
);
/**
 * Largest difference of a value from the reference. sharp's libheif rounds colours differently from Pillow's libavif. When a
 * picture is enlarged, OpenCV rounds some values differently from the service.
 */
const MOST: Readonly<Record<string, number>> = { avif: 3, opencv: 1 };

describe('a picture becomes exactly Pillow’s pixels, or nearly those of OpenCV', () => {
  it.each(references)('$kind', async ({ kind, format, file, pixels }) => {
    const expected = Buffer.from(pixels, 'base64');

    const { pixels: decoded } = await decodePicture(Buffer.from(file, 'base64'), {
      ...format,
      colour: 'rgb',
      maxPixels: 50_000_000,
    });

    expect(decoded.length).toBe(expected.length);
    const differences = expected.map((value, at) => Math.abs(value - decoded[at]!));
    const most = differences.reduce((one, other) => Math.max(one, other));
    expect(most).toBeLessThanOrEqual(MOST[kind.split(',')[0]!] ?? 0);
  });
});
