import { randomUUID } from 'node:crypto';
import type { Sample } from '../../functions/inference/contracts/client.ts';

/** Largest number of attempts of a request. With `esun-2021` and `esun-2022`, the first attempt states that two more are left. */
export const ATTEMPTS = 3;

/** One sample to send, under one request id. */
export interface NewRequest {
  readonly id: string;
  readonly sample: Sample;
}

/** A request with a new id and, if possible, new bytes. @param pipeline of the model */
export function newRequest(sample: Sample, pipeline: string): NewRequest {
  const id = randomUUID();
  return { id, sample: withOtherBytes(sample, id, pipeline) };
}

const START_OF_IMAGE = 0xffd8;
const COMMENT = 0xfffe;

/**
 * Makes the bytes of a sample unique without changing its content: `note` becomes a comment of a JPEG, or a marker before the
 * first hypothesis of a speech recogniser. Other samples stay unchanged, because in a text, for example, each word counts.
 * @param note letters, digits, `_` and `-`
 * @param pipeline of the sample's model
 */
export function withOtherBytes(sample: Sample, note: string, pipeline: string): Sample {
  const { mediaType, bytes } = sample;
  if (mediaType === 'text/plain' && pipeline === 'text-correction') {
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
