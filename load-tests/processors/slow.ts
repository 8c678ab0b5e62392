import net from 'node:net';
import tls from 'node:tls';
import type { AddressedRequest } from '../client/service.ts';

/** Bytes that are announced: more than are ever sent. */
const ANNOUNCED_BYTES = 100_000;
const MILLISECONDS_PER_BYTE = 100;

/**
 * Opens a connection, announces a long body, sends the request's own byte by byte for `seconds` and hangs
 * up. Resolves then, or as soon as the service hangs up.
 */
export function dripFeed(request: AddressedRequest, seconds: number): Promise<void> {
  const { url } = request;
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    const port = Number(url.port || (secure ? 443 : 80));
    const socket = secure
      ? tls.connect({ host: url.hostname, port, servername: url.hostname })
      : net.connect({ host: url.hostname, port });
    const body = Buffer.from(request.body);
    let sent = 0;
    const timer = setInterval(() => {
      socket.write(body.subarray(sent, sent + 1));
      sent = (sent + 1) % body.length;
    }, MILLISECONDS_PER_BYTE);
    const end = setTimeout(() => socket.destroy(), seconds * 1000);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(end);
      resolve();
    });
    const headers = { ...request.headers, host: url.host, 'content-length': String(ANNOUNCED_BYTES) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${request.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
}
