/** Who may speak to the embedded table: the processes that were given its key, and nobody else on this machine. */
import { timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../http/http-server.ts';
import { isFromWebPage } from '../web-page.ts';
import { Refusal } from './protocol/refusal.ts';

/** As AWS's SDKs write it: `AWS4-HMAC-SHA256 Credential=<key>/<date>/…`. */
const CREDENTIAL = /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\//;

/** What DynamoDB says to a key that it does not know. */
export const STRANGER = new Refusal(
  'UnrecognizedClientException',
  'This table belongs to a service on this machine, and only its own processes may use it.',
);

/**
 * Lets through what carries the key. The table listens on this machine alone, where whoever can read what travels can read the
 * key in a process's environment as well; so the key is a password, and the signature beside it is not worked out again.
 */
export class Guard {
  readonly #key: Buffer;

  constructor(key: string) {
    this.#key = Buffer.from(key);
  }

  /** @param host the table's own address: a web page that reaches it by another name brings that name */
  admits(request: HttpRequest, host: string): boolean {
    const { headers } = request;
    return headers.host === host && this.#carriesKey(headers.authorization) && !isFromWebPage(request);
  }

  #carriesKey(authorization = ''): boolean {
    const [, key = ''] = CREDENTIAL.exec(authorization) ?? [];
    const given = Buffer.from(key);
    return given.length === this.#key.length && timingSafeEqual(given, this.#key);
  }
}
