/**
 * Which hosts a request may be for. A web page can let a name of its own point to this machine (DNS rebinding): to the browser, the
 * service is then a part of the page, which reads its responses. What gives it away is `Host`, which names the page's host.
 */
import { isIP } from 'node:net';

/** A name or an address, IPv6 in brackets, and a port (RFC 9110, 7.2). */
const HOST = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/;

/**
 * Addresses always pass, as nobody can let them point elsewhere, and so do the names of the machine itself for itself
 * (RFC 6761, 6.3) and requests of HTTP/1.0 without a host, which no browser sends.
 *
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
