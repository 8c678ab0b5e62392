/** The same input in other bytes, so that a cache of inputs by their bytes has no hit. */
import type { Sample } from '../../functions/inference/contracts/client.ts';

const START_OF_IMAGE = 0xffd8;
const COMMENT = 0xfffe;

/**
 * A JPEG gets `note` as a comment: the same picture. A text gets it as a marker of a recogniser before its first
 * hypothesis: the same sentences. Samples of other media types stay as they are.
 *
 * @param note letters, digits, `_` and `-`
 */
export function withOtherBytes(sample: Sample, note: string): Sample {
  const { mediaType, bytes } = sample;
  if (mediaType === 'text/plain') {
    return { ...sample, bytes: new TextEncoder().encode(`<${note}> ${new TextDecoder().decode(bytes)}`) };
  }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isJpeg = mediaType === 'image/jpeg' && file.length >= 4 && file.readUInt16BE(0) === START_OF_IMAGE;
  if (!isJpeg) return sample;
  const text = Buffer.from(note);
  const header = Buffer.alloc(4);
  header.writeUInt16BE(COMMENT, 0);
  header.writeUInt16BE(text.length + 2, 2);
  return { ...sample, bytes: Buffer.concat([file.subarray(0, 2), header, text, file.subarray(2)]) };
}
