/** How large a response may be. */
import type { HttpResponse } from '../contracts/http.ts';
import { HEADER_LIMIT, LAMBDA_PAYLOAD_LIMIT } from '../problems/gateway-problems.ts';
import { Problem } from '../problems/problems.ts';

/** What Lambda counts beside the body: status, headers and the JSON around them, with headers twice as long as ours ever are. */
const MOST_LAMBDA_BYTES = LAMBDA_PAYLOAD_LIMIT - 2 * HEADER_LIMIT;
/** A character of a text has as many bytes in JSON at most (`\u0000`). */
const MOST_BYTES_PER_CHARACTER = 6;

/**
 * The response, if it can be sent.
 *
 * @param most bytes that the server sends on one machine; undefined: as many as Lambda takes
 * @throws {Problem} `response-too-large`
 */
export function limited(response: HttpResponse, most: number | undefined): HttpResponse {
  const { body = '' } = response;
  if (most !== undefined) {
    if (Buffer.byteLength(body) <= most) return response;
    throw new Problem('response-too-large', `The response is larger than ${most} bytes (--max-body).`);
  }
  if (lambdaBytes(body) <= MOST_LAMBDA_BYTES) return response;
  throw new Problem('response-too-large');
}

/** Bytes that a body takes in what a function returns, a text within JSON and anything else in base64; a text that is small for sure is not counted. */
function lambdaBytes(body: string | Buffer<ArrayBuffer>): number {
  if (typeof body !== 'string') return 4 * Math.ceil(body.length / 3);
  if (body.length * MOST_BYTES_PER_CHARACTER <= MOST_LAMBDA_BYTES) return body.length;
  return Buffer.byteLength(JSON.stringify(body));
}
