/** The body of an inference request: JSON, and behind it the tensors that are binary. */
import type { HttpEvent } from '../../../service/http.ts';
import { Problem } from '../../../service/problems.ts';

/** Length of the JSON in bytes, where binary data follow it: Triton's binary tensor data extension. */
export const HEADER_LENGTH = 'inference-header-content-length';

export interface RequestBody {
  /** The parsed JSON, whatever it is. */
  readonly header: unknown;
  /** What follows it; undefined where the request does not say that anything does. */
  readonly binary: Uint8Array<ArrayBuffer> | undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes the body apart. Its media type is not looked at, as in Triton, whose clients send several and none.
 *
 * @throws {Problem} `media-type` for a compressed body, `invalid-request` for a length that cannot be, `not-json`
 */
export function readBody({ headers, body = '', isBase64Encoded }: HttpEvent): RequestBody {
  const encoding = headers?.['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity') {
    throw new Problem(
      'media-type',
      'The body must not be compressed: content-encoding is identity, or missing.',
      {
        headers: { 'accept-encoding': 'identity' },
      },
    );
  }
  const length = headers?.[HEADER_LENGTH];
  if (length === undefined) {
    return { header: parse(isBase64Encoded ? Buffer.from(body, 'base64') : body), binary: undefined };
  }
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : bytesOfText(body);
  const end = /^\d+$/.test(length.trim()) ? Number(length) : Number.NaN;
  if (!(end <= bytes.length)) {
    throw new Problem(
      'invalid-request',
      `The header ${HEADER_LENGTH} must be the length of the JSON in bytes, at most the ${bytes.length} of the body.`,
    );
  }
  return { header: parse(bytes.subarray(0, end)), binary: bytes.subarray(end) };
}

/** A gateway makes text of a body that is declared to be text: bytes that are none are lost then. */
function bytesOfText(body: string): Buffer<ArrayBuffer> {
  if (!body.includes('\uFFFD')) return Buffer.from(body, 'utf8');
  throw new Problem('media-type', 'A body with binary data must be of media type application/octet-stream.');
}

function parse(text: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : decoder.decode(text));
  } catch {
    throw new Problem(
      'not-json',
      `The body must be one JSON object in UTF-8; if binary data follow it, the header ${HEADER_LENGTH} says how long it is.`,
    );
  }
}
