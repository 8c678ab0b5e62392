import { expect } from 'vitest';
import type {
  PictureFormat,
  RgbPicture,
} from '../../../../../../functions/inference/kinds/image-labels/picture/format.ts';
import { decodeAnything } from '../../../../../../functions/inference/kinds/image-labels/picture/libvips.ts';

/** Tells how many pictures were compared at all, and fails where too few were. */
export function expectTaken(taken: number, of: number, share: number): void {
  console.log(`${expect.getState().currentTestName}: ${taken} of ${of} on this thread`);
  expect(taken).toBeGreaterThanOrEqual(share * of);
}

/** Whether a file was decoded on this thread; fails where libvips refuses it or sees other pixels. */
export async function isTakenBy(
  decode: (bytes: Buffer, format: PictureFormat) => Promise<RgbPicture | undefined>,
  bytes: Buffer,
  format: PictureFormat,
): Promise<boolean> {
  const picture = await decode(bytes, format);
  if (!picture) return false;
  const reference = await decodeAnything(bytes, format);
  expect([picture.width, picture.height]).toEqual([reference.width, reference.height]);
  expect(Buffer.from(picture.pixels).equals(reference.pixels)).toBe(true);
  return true;
}
