/** A sample's picture as the page carries it: eight photographs as they are would make a page of a megabyte. */
import sharp from 'sharp';

/** Longer side in pixels: sharp as a thumbnail, and about as much as members look at. */
const SIDE = 320;
const QUALITY = 75;

/** @returns a smaller JPEG, upright and on white; undefined where the picture is best as it is */
export async function smallerPicture(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    const smaller = await sharp(bytes)
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: QUALITY })
      .toBuffer();
    return smaller.length < bytes.length ? smaller : undefined;
  } catch {
    // The page shows what it can; the model's check says what is wrong with a sample.
    return undefined;
  }
}
