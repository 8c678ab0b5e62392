/** Decompresses bodies, for all contracts. */
import { gunzipSync, inflateSync } from 'node:zlib';
import { BODY_LIMIT } from '../../problems/gateway-problems.ts';
import { LIMIT_OPTION, Problem } from '../../problems/problems.ts';
import type { HttpRequest } from '../http.ts';

/** Decoders by content-encoding (RFC 9110, 8.4.1); `deflate` is the zlib format. */
const INFLATE: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
};
const SUPPORTED = 'gzip, deflate, identity';

/**
 * Decompresses a request's body. The limit of bodies also applies to the result, because a few megabytes can hold gigabytes.
 * @throws {Problem} `media-type` for an unknown encoding, `inflated-too-large` above the limit, `invalid-request` if damaged
 */
export function decompressed(request: HttpRequest): HttpRequest {
  const encoding = request.header('content-encoding')?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity' || request.body.length === 0) return request;
  const inflate = INFLATE[encoding];
  if (!inflate) {
    throw new Problem('media-type', `The content-encoding must be ${SUPPORTED}, or missing.`, {
      headers: { 'accept-encoding': SUPPORTED },
    });
  }
  const most = request.maxBodyBytes ?? BODY_LIMIT;
  try {
    return { ...request, body: inflate(request.body, { maxOutputLength: most }) as Buffer<ArrayBuffer> };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new Problem(
        'inflated-too-large',
        `The body may have at most ${most} bytes once it is decompressed; ${LIMIT_OPTION}.`,
      );
    }
    throw new Problem(
      'invalid-request',
      `The body must be compressed with ${encoding}, as its content-encoding says. On AWS, send it as application/octet-stream, ` +
        'because API Gateway damages compressed text and JSON.',
    );
  }
}
