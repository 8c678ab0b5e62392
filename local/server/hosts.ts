/**
 * Checks the host of a request. The host name of a web page can be made to point to this machine (DNS rebinding), so that the
 * page can read responses of the service. The header `Host` reveals this, because browsers put the page's host name into it.
 */
import { isIP } from 'node:net';

/** A name or an address, IPv6 in brackets, and an optional port (RFC 9110, 7.2). */
const HOST = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/**
 * IP addresses always pass, because they cannot be made to point elsewhere. `localhost` and names below it pass, too (RFC 6761,
 * 6.3), and so do HTTP/1.0 requests without a host, because no browser sends them.
 * @param names further names
 * @returns a function that checks whether a request with a given `Host` is for this service
 */
export function servesHosts(names: readonly string[]): (host: string) => boolean {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (host) => {
    const [whole, address, text = address] = HOST.exec(host) ?? [];
    if (whole === undefined || text === undefined) return false;
    const name = text.toLowerCase().replace(/\.$/, '');
    return (
      whole === '' ||
      name === 'localhost' ||
      name.endsWith('.localhost') ||
      isIP(name) !== 0 ||
      known.has(name)
    );
  };
}
