/** Who may speak to the embedded table: the processes that were given its key, and nobody else on this machine. */
import { timingSafeEqual } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { isFromWebPage } from '../web-page.ts';

/** As AWS's SDKs write it: `AWS4-HMAC-SHA256 Credential=<key>/<date>/…`. */
const CREDENTIAL = /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\//;
/** What DynamoDB says to a key that it does not know. */
const REFUSAL = JSON.stringify({
  __type: 'com.amazon.coral.service#UnrecognizedClientException',
  message: 'This table belongs to a service on this machine, and only its own processes may use it.',
});

/**
 * Lets through what carries the key. The table listens on this machine alone, where whoever can read what travels can read the
 * key in a process's environment as well; so the key is a password, and the signature beside it is not worked out again.
 *
 * @param host the table's own address: a web page that reaches it by another name brings that name
 */
export function guard(key: string, host: string, serve: RequestListener): RequestListener {
  const expected = Buffer.from(key);
  return (request, response) => {
    const { headers } = request;
    const admitted = headers.host === host && carries(headers.authorization, expected);
    if (admitted && !isFromWebPage(request)) serve(request, response);
    else refuse(response);
  };
}

function carries(authorization: string | undefined, expected: Buffer): boolean {
  const [, key] = CREDENTIAL.exec(authorization ?? '') ?? [];
  const given = Buffer.from(key ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Nothing of the body is read, so the connection ends with the answer. */
function refuse(response: ServerResponse): void {
  response.writeHead(403, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(REFUSAL),
    connection: 'close',
  });
  response.end(REFUSAL);
}
