import { UnreadableRequest } from './unreadable-request.ts';

/** Lower-case names; the values of a repeated one are joined with commas. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** What stands before the body of a request. */
export interface RequestHead {
  readonly method: string;
  /** As it was sent: `/path?query`, or with `http://host` in front. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Bytes of the body; undefined: it comes in chunks. */
  readonly bodyLength: number | undefined;
  /** The client waits to be told that it may send the body. */
  readonly asksToContinue: boolean;
  /** The client wants no further request on this connection. */
  readonly last: boolean;
}

/** A name and any characters but control characters, of which the tab is none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const FIELD = /[!#$%&'*+.^_`|~\w-]+:[^\0-\x08\x0a-\x1f\x7f]*/.source;
export const FIELD_LINE = new RegExp(`^${FIELD}$`);
/** The target is a path or an address. */
const REQUEST_LINE = /([!#$%&'*+.^_`|~\w-]+) ((?:\/|https?:\/\/)[\x21-\x7e]*) HTTP\/1\.([01])/.source;
const HEAD = new RegExp(`^${REQUEST_LINE}(?:\\r\\n${FIELD})*$`);
const LENGTH = /^\d{1,15}$/;
/** Headers that must not be repeated, because servers would differ in which one counts. */
const ONCE = new Set(['content-length', 'host', 'transfer-encoding']);

/**
 * Reads the head of a request, without the empty line that ends it (RFC 9112, 2 to 7). Where servers could understand a
 * message's end differently it is refused.
 *
 * @throws {UnreadableRequest}
 */
export function readRequestHead(text: string): RequestHead {
  const [, method, target, minorVersion] = HEAD.exec(text) ?? [];
  if (method === undefined || target === undefined) throw malformed('the first line or a header');
  const headers = readFields(text);
  const oldVersion = minorVersion === '0';
  if (!oldVersion && headers.host === undefined) throw malformed('a request without Host');
  const expectation = headers.expect?.toLowerCase();
  if (expectation !== undefined && expectation !== '100-continue')
    throw new UnreadableRequest(417, `unknown expectation ${expectation}`);
  return {
    method,
    target,
    headers,
    bodyLength: readLength(headers, oldVersion),
    asksToContinue: expectation !== undefined && !oldVersion,
    last: oldVersion || /(?:^|,)\s*close\s*(?:,|$)/i.test(headers.connection ?? ''),
  };
}

/** @param text a head that is well formed */
function readFields(text: string): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = Object.create(null);
  for (let line = text.indexOf('\r\n'); line !== -1; ) {
    const next = text.indexOf('\r\n', line + 2);
    const colon = text.indexOf(':', line);
    const name = text.slice(line + 2, colon).toLowerCase();
    const value = text.slice(colon + 1, next === -1 ? undefined : next).trim();
    const before = headers[name];
    if (before !== undefined && ONCE.has(name)) throw malformed(`a repeated ${name}`);
    headers[name] = before === undefined ? value : `${before}, ${value}`;
    line = next;
  }
  return headers;
}

function readLength(headers: RequestHeaders, oldVersion: boolean): number | undefined {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (coding !== undefined) {
    if (length !== undefined || oldVersion || coding.toLowerCase() !== 'chunked')
      throw malformed('transfer-encoding');
    return undefined;
  }
  if (length !== undefined && !LENGTH.test(length)) throw malformed('content-length');
  return Number(length ?? 0);
}

function malformed(what: string): UnreadableRequest {
  return new UnreadableRequest(400, `malformed: ${what}`);
}
