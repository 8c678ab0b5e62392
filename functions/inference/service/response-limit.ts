import type { HttpResponse } from '../contracts/http.ts';
import { HEADER_LIMIT, LAMBDA_PAYLOAD_LIMIT } from '../problems/gateway-problems.ts';
import { Problem } from '../problems/problems.ts';

/** Bytes for the body. Twice the limit of headers is more than enough for status, headers and the JSON around them. */
const MOST_LAMBDA_BYTES = LAMBDA_PAYLOAD_LIMIT - 2 * HEADER_LIMIT;

/**
 * Checks that the response can be sent.
 * @param most limit of the server on one machine, in bytes. @default Lambda's limit
 * @throws {Problem} `response-too-large`
 */
export function limited(response: HttpResponse, most: number | undefined): HttpResponse {
  const { body = '' } = response;
  if (most !== undefined) {
    if (Buffer.byteLength(body) <= most) return response;
    throw new Problem(
      'response-too-large',
      `The response is larger than ${most} bytes: request less at once, or raise --max-body.`,
    );
  }
  if (lambdaBytes(body) <= MOST_LAMBDA_BYTES) return response;
  throw new Problem('response-too-large');
}

/** Bytes of a body in a function's result, or an upper bound within the limit. The result is JSON, with bytes in base64. */
function lambdaBytes(body: string | Buffer<ArrayBuffer>): number {
  if (typeof body !== 'string') return 4 * Math.ceil(body.length / 3);
  // A character takes at most six bytes in JSON (`\u0000`), so most texts fit without being measured.
  const most = 6 * body.length;
  return most <= MOST_LAMBDA_BYTES ? most : Buffer.byteLength(JSON.stringify(body));
}
