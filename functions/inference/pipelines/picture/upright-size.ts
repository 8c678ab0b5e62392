/** The size of a picture as it was held. */
import type { PictureSize } from './file/picture-header.ts';
import { readHeader } from './file/read-header.ts';
import { openSharp } from './libvips.ts';

/** @throws {Problem} `image-format` or `image-unreadable` */
export async function uprightSize(bytes: Uint8Array): Promise<PictureSize> {
  const header = await readHeader(bytes);
  if (header.type === 'jpeg' && header.isCommon) return header;
  const sharp = await openSharp();
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  return autoOrient;
}
