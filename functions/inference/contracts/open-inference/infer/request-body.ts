/** Splits the body of an inference request into its JSON and the binary tensors behind it. */
import { TEXT_TYPE } from '../../../problems/gateway-problems.ts';
import { Problem } from '../../../problems/problems.ts';
import { type HttpRequest, parseJson } from '../../http.ts';

/** Length of the JSON in bytes if binary data follow it: Triton's binary tensor data extension. */
export const HEADER_LENGTH = 'inference-header-content-length';

const NOT_JSON = `The body must be one JSON object in UTF-8; if binary data follows, the header ${HEADER_LENGTH} must give the length of the JSON.`;

/** The character that replaces invalid bytes in a text. */
const LOST = Buffer.from('\uFFFD');

/**
 * Splits the body. Its media type is ignored, as in Triton, whose clients send several or none.
 * @returns the parsed JSON, and the binary data if the request says that any follow
 * @throws {Problem} `invalid-request` for an impossible length, `not-json`
 */
export function readBody({ header, body }: HttpRequest) {
  const length = header(HEADER_LENGTH);
  if (length === undefined) return { header: parseJson(body, NOT_JSON), binary: undefined };
  const end = /^\d+$/.test(length.trim()) ? Number(length) : Number.NaN;
  if (!(end <= body.length)) {
    throw new Problem(
      'invalid-request',
      `The header ${HEADER_LENGTH} must be the length of the JSON in bytes, at most ${body.length}, the length of the body.`,
    );
  }
  if (TEXT_TYPE.test(header('content-type') ?? '') && body.includes(LOST)) {
    throw new Problem(
      'media-type',
      'A body with binary data must be of media type application/octet-stream.',
    );
  }
  return { header: parseJson(body.subarray(0, end), NOT_JSON), binary: body.subarray(end) };
}
