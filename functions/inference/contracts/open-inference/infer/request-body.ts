/** The body of an inference request: JSON, and behind it the tensors that are binary. */

import { Problem } from '../../../problems/problems.ts';
import type { HttpRequest } from '../../http.ts';

/** Length of the JSON in bytes, where binary data follow it: Triton's binary tensor data extension. */
export const HEADER_LENGTH = 'inference-header-content-length';

export interface RequestBody {
  /** The parsed JSON, whatever it is. */
  readonly header: unknown;
  /** What follows it; undefined where the request does not say that anything does. */
  readonly binary: Uint8Array<ArrayBuffer> | undefined;
}

/** API Gateway makes text of a body that is declared to be text: U+FFFD stands for bytes that are none. */
const TEXT = /^(?:text\/|application\/(?:json|javascript|xml)\s*(?:;|$))/i;
const LOST = Buffer.from('\uFFFD');

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes the body apart. Its media type is not looked at, as in Triton, whose clients send several and none.
 *
 * @throws {Problem} `media-type` for a compressed body, `invalid-request` for a length that cannot be, `not-json`
 */
export function readBody({ header, body }: HttpRequest): RequestBody {
  const encoding = header('content-encoding')?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity') {
    throw new Problem(
      'media-type',
      'The body must not be compressed: content-encoding is identity, or missing.',
      {
        headers: { 'accept-encoding': 'identity' },
      },
    );
  }
  const length = header(HEADER_LENGTH);
  if (length === undefined) return { header: parse(body), binary: undefined };
  const end = /^\d+$/.test(length.trim()) ? Number(length) : Number.NaN;
  if (!(end <= body.length)) {
    throw new Problem(
      'invalid-request',
      `The header ${HEADER_LENGTH} must be the length of the JSON in bytes, at most the ${body.length} of the body.`,
    );
  }
  if (TEXT.test(header('content-type') ?? '') && body.includes(LOST)) {
    throw new Problem(
      'media-type',
      'A body with binary data must be of media type application/octet-stream.',
    );
  }
  return { header: parse(body.subarray(0, end)), binary: body.subarray(end) };
}

function parse(text: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(text));
  } catch {
    throw new Problem(
      'not-json',
      `The body must be one JSON object in UTF-8; if binary data follow it, the header ${HEADER_LENGTH} says how long it is.`,
    );
  }
}
