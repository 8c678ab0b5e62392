/** The body of an inference request: JSON, and behind it the tensors that are binary. */

import { TEXT_TYPE } from '../../../problems/gateway-problems.ts';
import { Problem } from '../../../problems/problems.ts';
import { type HttpRequest, utf8 } from '../../http.ts';

/** Length of the JSON in bytes, where binary data follow it: Triton's binary tensor data extension. */
export const HEADER_LENGTH = 'inference-header-content-length';

/** Stands in text for bytes that are none. */
const LOST = Buffer.from('\uFFFD');

/**
 * Takes the body apart. Its media type is not looked at, as in Triton, whose clients send several and none.
 *
 * @returns the parsed JSON, whatever it is, and what follows it where the request says that anything does
 * @throws {Problem} `invalid-request` for a length that cannot be, `not-json`
 */
export function readBody({ header, body }: HttpRequest) {
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
