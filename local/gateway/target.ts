/** What a request asks for, in the words of its first line. */
export interface Target {
  /** As it was sent, beginning with a slash. */
  readonly path: string;
  /** What follows the question mark; empty without one. */
  readonly query: string;
  /** Host and port that the target names; undefined: the header `Host` does. */
  readonly authority: string | undefined;
}

/** `http://host:port`, and whatever follows it. A name or password before the host has no place there. */
const ABSOLUTE = /^https?:\/\/([^/?#@\s]+)([/?].*)?$/i;

/**
 * Reads a request target in origin-form (`/path?query`) or absolute-form (`http://host/path?query`), which every
 * server must take (RFC 9112, 3.2.2) and which proxies are sent.
 *
 * @returns undefined for any other, for example that of `OPTIONS *`
 */
export function readTarget(url: string): Target | undefined {
  if (url.startsWith('/')) return split(url, undefined);
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return undefined;
  return split(rest.startsWith('/') ? rest : `/${rest}`, authority);
}

function split(url: string, authority: string | undefined): Target {
  const mark = url.indexOf('?');
  if (mark === -1) return { path: url, query: '', authority };
  return { path: url.slice(0, mark), query: url.slice(mark + 1), authority };
}
