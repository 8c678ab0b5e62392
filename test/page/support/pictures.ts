import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { modelDirectory } from '../../../model-repository/find-model.ts';
import { newFolder } from '../../support/new-folder.ts';

/** One of the samples of `handwriting` that are on its page, too. */
export const SAMPLE = { file: '009-桃.jpg', label: '桃' } as const;

export function samplePicture(): Buffer {
  return readFileSync(path.join(modelDirectory('handwriting'), 'samples', SAMPLE.file));
}

/** Twelve megapixels of white paper with the picture's character on it, up and to the left. @param height its pixels */
export async function photographOf(picture: Buffer, height = 700): Promise<Buffer> {
  const character = await sharp(picture).greyscale().normalise().resize({ height }).toBuffer();
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'white' } })
    .composite([{ input: character, left: 900, top: 600, blend: 'multiply' }])
    .jpeg()
    .toBuffer();
}

/** A file of the given size that is no picture; it is gone when the test ends. @returns its path */
export function largeFile(bytes: number): string {
  const folder = newFolder();
  const file = path.join(folder, 'large.png');
  writeFileSync(file, '');
  // Sparse: it takes no space and no time.
  truncateSync(file, bytes);
  return file;
}

/** Grey noise, which nothing makes smaller. */
export function noise(width: number, height: number): Sharp {
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise: gaussian } });
}
