/** What carries a request tells the service about it, beside the request itself. */
export interface Transport {
  readonly invocation: string;
  /** How long it has waited before it came here, in milliseconds. @default 0 */
  readonly waitedMilliseconds?: number;
  /** Its body, where that has been read already. @default it is read from the request */
  readonly body?: Buffer<ArrayBuffer>;
  /** Bytes that a body and a response may have. @default what API Gateway and Lambda accept */
  readonly maxBodyBytes?: number | undefined;
  /**
   * A header's text, by its name in lower case, where the request cannot hold it, as it holds bytes and Lambda's events text, or
   * where reading it there would cost more.
   *
   * @default the bytes that the request holds, read as UTF-8
   */
  readonly header?: (name: string) => string | undefined;
  /** SHA-256 of the body that the caller signed, in hexadecimal. @default nothing is signed */
  readonly signedBodySha256?: string | undefined;
  /** Address that the request came from. @default all came from one */
  readonly client?: string | undefined;
  /** Whether nobody waits for a response any more. @default somebody always does */
  readonly isAbandoned?: () => boolean;
}

/** The path of an address, or of a request target in origin-form or absolute-form. */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : target.indexOf('/', target.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = target.slice(start).search(/[?#]/);
  return end === -1 ? target.slice(start) : target.slice(start, start + end);
}

/** The text of a header's bytes, one character each; what is no UTF-8 becomes U+FFFD. */
export function headerText(bytes: string | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes, 'latin1').toString('utf8');
}

/**
 * API Gateway's HTTP API waits 30 s at most for a function: nobody waits for an older request, so an older one is none, and a
 * clock was set.
 */
const OLDEST_REQUEST_MILLISECONDS = 30_000;

/**
 * How long a request has waited since it was received, by the wall clock: the only one that its sender and we have in common,
 * and one that people and time servers set. What cannot be counts as nothing.
 *
 * @param received milliseconds since 1970
 */
export function waitedSince(received: number | undefined, now = Date.now()): number {
  const waited = now - (received ?? now);
  return waited > 0 && waited <= OLDEST_REQUEST_MILLISECONDS ? waited : 0;
}
