/** Information about a request that the request itself does not contain, from Lambda or the server. */
export interface Transport {
  readonly invocation: string;
  /** How long the request waited before it reached the service, in milliseconds. @default 0 */
  readonly waitedMilliseconds?: number;
  readonly body: Buffer<ArrayBuffer>;
  /** Limit of a body and of a response in bytes. @default the limits of API Gateway and Lambda */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Returns the value of a header, by its name in lower case. Needed for Lambda's events, whose headers are texts that a
   * `Request` cannot hold, and faster than a `Request` on one machine.
   */
  readonly header: (name: string) => string | undefined;
  /** Address of the sender. @default all requests came from one */
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

/** API Gateway's HTTP API waits at most 30 s for a function. A request that seems older comes from a clock that was set. */
const OLDEST_REQUEST_MILLISECONDS = 30_000;

/**
 * How long a request has waited since it was received, by the wall clock, which is the only clock that the sender and this
 * machine share. Impossible values count as 0, because clocks are set.
 * @param received milliseconds since 1970
 */
export function waitedSince(received: number | undefined, now = Date.now()): number {
  const waited = now - (received ?? now);
  return waited > 0 && waited <= OLDEST_REQUEST_MILLISECONDS ? waited : 0;
}
