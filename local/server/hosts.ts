/**
 * Checks the host of a request. A web page can make a name of its own point to this machine (DNS rebinding), and then
 * read responses of the service as its own. The header `Host` reveals that, because it then has the page's name.
 */
import { isIP } from 'node:net';

/** A name or an address, IPv6 in brackets, and an optional port (RFC 9110, 7.2). */
const HOST = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/**
 * Addresses always pass, because they cannot be made to point elsewhere. So do the machine's own names for itself (RFC 6761,
 * 6.3), and requests of HTTP/1.0 without a host, which no browser sends.
 * @param names further names
 * @returns whether a request with this `Host` is for this service
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
