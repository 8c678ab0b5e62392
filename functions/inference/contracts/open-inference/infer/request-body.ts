/** The body of an inference request: JSON, and behind it the tensors that are binary. */

import { gunzipSync, inflateSync } from 'node:zlib';
import { BODY_LIMIT, TEXT_TYPE } from '../../../problems/gateway-problems.ts';
import { LIMIT_OPTION, Problem } from '../../../problems/problems.ts';
import { type HttpRequest, utf8 } from '../../http.ts';

/** Length of the JSON in bytes, where binary data follow it: Triton's binary tensor data extension. */
export const HEADER_LENGTH = 'inference-header-content-length';

/** Stands in text for bytes that are none. */
const LOST = Buffer.from('\uFFFD');

/** By content-encoding (RFC 9110, 8.4.1); `deflate` is the zlib format. */
const INFLATE: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
};
const TAKEN = 'gzip, deflate, identity';

/**
 * Takes the body apart. Its media type is not looked at, as in Triton, whose clients send several and none.
 *
 * @returns the parsed JSON, whatever it is, and what follows it where the request says that anything does
 * @throws {Problem} `media-type` for an encoding that is not taken, `inflated-too-large`, `invalid-request` for a length that cannot be
 *   or a compressed body that is damaged, `not-json`
 */
export function readBody({ header, body: sent, maxBodyBytes }: HttpRequest) {
  const encoding = header('content-encoding')?.trim().toLowerCase() || 'identity';
  const body = encoding === 'identity' ? sent : decompress(sent, encoding, maxBodyBytes);
  const length = header(HEADER_LENGTH);
  if (length === undefined) return { header: parse(body), binary: undefined };
  const end = /^\d+$/.test(length.trim()) ? Number(length) : Number.NaN;
  if (!(end <= body.length)) {
    throw new Problem(
      'invalid-request',
      `The header ${HEADER_LENGTH} must be the length of the JSON in bytes, at most the ${body.length} of the body.`,
    );
  }
  if (TEXT_TYPE.test(header('content-type') ?? '') && body.includes(LOST)) {
    throw new Problem(
      'media-type',
      'A body with binary data must be of media type application/octet-stream.',
    );
  }
  return { header: parse(body.subarray(0, end)), binary: body.subarray(end) };
}

/** At most as many bytes as a body that is not compressed may have: a few kilobytes can hold gigabytes. */
function decompress(body: Buffer<ArrayBuffer>, encoding: string, most = BODY_LIMIT): Buffer<ArrayBuffer> {
  const inflate = INFLATE[encoding];
  if (!inflate) {
    throw new Problem('media-type', `The content-encoding must be ${TAKEN}, or missing.`, {
      headers: { 'accept-encoding': TAKEN },
    });
  }
  try {
    return inflate(body, { maxOutputLength: most }) as Buffer<ArrayBuffer>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new Problem(
        'inflated-too-large',
        `The body may have at most ${most} bytes once it is decompressed; ${LIMIT_OPTION}.`,
      );
    }
    throw new Problem(
      'invalid-request',
      `The body must be compressed as its content-encoding says, ${encoding}, and of a media type that is not text, such as ` +
        'application/octet-stream.',
    );
  }
}

function parse(text: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(text));
  } catch {
    throw new Problem(
      'not-json',
      `The body must be one JSON object in UTF-8; if binary data follow it, the header ${HEADER_LENGTH} says how long it is.`,
    );
  }
}
