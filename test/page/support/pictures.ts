import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { modelDirectory } from '../../../model-repository/find-model.ts';
import { newFolder } from '../../support/new-folder.ts';

/** A sample of `handwriting` that its page shows, too. */
export const SAMPLE = { file: '009-桃.jpg', label: '桃' } as const;

export function samplePicture(): Buffer {
  return readFileSync(path.join(modelDirectory('handwriting'), 'samples', SAMPLE.file));
}

/** A photograph of white paper, twelve megapixels, with a character at its upper left. @param height pixels of the character */
export async function photographOf(picture: Buffer, height = 700): Promise<Buffer> {
  const character = await sharp(picture).greyscale().normalise().resize({ height }).toBuffer();
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'white' } })
    .composite([{ input: character, left: 900, top: 600, blend: 'multiply' }])
    .jpeg()
    .toBuffer();
}

/** A file of this size that is not a picture. It is removed at the end of the test. @returns its path */
export function largeFile(bytes: number): string {
  const folder = newFolder();
  const file = path.join(folder, 'large.png');
  writeFileSync(file, '');
  // The file is sparse, so it takes no space and no time.
  truncateSync(file, bytes);
  return file;
}
