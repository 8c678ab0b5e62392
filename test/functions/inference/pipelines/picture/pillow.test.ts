import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodePicture,
  type PictureFormat,
} from '../../../../../functions/inference/pipelines/picture/decode.ts';

interface Reference {
  readonly kind: string;
  readonly format: Omit<PictureFormat, 'colour'>;
  readonly file: string;
  readonly pixels: string;
}

/** Made by `pillow/references.py`. An environment variable can name a file with more and larger pictures. */
const file = process.env.PILLOW_REFERENCES ?? path.join(import.meta.dirname, 'pillow', 'references.json');
const references: Reference[] = JSON.parse(readFileSync(file, 'utf8'));
/** libheif, which sharp uses, rounds colours differently from libavif, which Pillow uses. */
const MOST = { avif: 3, other: 0 };

describe('a picture becomes the very pixels that Pillow makes of it', () => {
  it.each(references)('$kind', async ({ kind, format, file, pixels }) => {
    const expected = Buffer.from(pixels, 'base64');

    const { pixels: decoded } = await decodePicture(Buffer.from(file, 'base64'), {
      ...format,
      colour: 'rgb',
    });

    expect(decoded.length).toBe(expected.length);
    const differences = expected.map((value, at) => Math.abs(value - decoded[at]!));
    expect(Math.max(...differences)).toBeLessThanOrEqual(kind.startsWith('avif') ? MOST.avif : MOST.other);
  });
});
