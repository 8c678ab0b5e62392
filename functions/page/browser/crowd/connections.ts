/** How many questions a browser puts to one host at the same time. */

/** Chrome, Firefox and Safari alike; more wait within the browser, and their waiting is not the service's. */
const CONNECTIONS = 6;

export interface Connections {
  readonly most: number;
  /** Why no more, in words for people. */
  readonly why: string;
}

/**
 * @param protocol by which this page came, as the browser names it (ALPN): `http/1.1`, `h2`, `h3`
 * @param wanted questions that are to be under way at once
 */
export function connectionsBy(protocol: string, wanted: number): Connections {
  if (/^h[23]/.test(protocol)) return { most: wanted, why: 'all of them over one connection' };
  return {
    most: CONNECTIONS,
    why: `${CONNECTIONS} at a time, for a browser opens no more connections to one host under HTTP/1.1`,
  };
}
