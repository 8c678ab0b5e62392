import type { HttpRequest } from '../contracts/http.ts';

/**
 * A request as Lambda or the server received it. `header` is a function, because a `Request` cannot hold the header texts of
 * Lambda's events, and because the function is faster than a `Request` on one machine.
 */
export interface Transport extends Pick<HttpRequest, 'body' | 'header' | 'maxBodyBytes'> {
  readonly invocation: string;
  /** Milliseconds that the request waited before it reached the service. @default 0 */
  readonly waitedMilliseconds?: number;
  /** Address of the sender. @default all requests have the same sender */
  readonly client?: string | undefined;
  /** Whether the caller has gone. @default never */
  readonly isAbandoned?: () => boolean;
}

/** The path of an address, or of a request target in origin-form or absolute-form. */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : target.indexOf('/', target.indexOf('://') + 3);
  if (start === -1) return '/';
  const end = target.slice(start).search(/[?#]/);
  return end === -1 ? target.slice(start) : target.slice(start, start + end);
}

/** Decodes a header whose bytes are one character each; invalid UTF-8 becomes U+FFFD. */
export function headerText(bytes: string | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes, 'latin1').toString('utf8');
}

/** API Gateway's HTTP API waits at most 30 s for a function. If a request seems older, one of the clocks is wrong. */
const OLDEST_REQUEST_MILLISECONDS = 30_000;

/**
 * Milliseconds since a request was received, by the wall clock: the sender and this machine share no other clock. Impossible
 * values count as 0, because one of the clocks is then wrong.
 * @param received milliseconds since 1970
 */
export function waitedSince(received: number | undefined, now = Date.now()): number {
  const waited = now - (received ?? now);
  return waited > 0 && waited <= OLDEST_REQUEST_MILLISECONDS ? waited : 0;
}
