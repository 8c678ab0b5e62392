import net from 'node:net';
import tls from 'node:tls';

/**
 * Opens a connection, announces a body of 100,000 bytes, sends one byte every 100 ms for `seconds`
 * and hangs up. Resolves then, or as soon as the service hangs up.
 */
export function dripFeed(url: URL, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:';
    const port = Number(url.port || (secure ? 443 : 80));
    const socket = secure
      ? tls.connect({ host: url.hostname, port, servername: url.hostname })
      : net.connect({ host: url.hostname, port });
    const timer = setInterval(() => socket.write('{'), 100);
    const end = setTimeout(() => socket.destroy(), seconds * 1000);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(end);
      resolve();
    });
    socket.write(
      `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n` +
        'content-type: application/json\r\ncontent-length: 100000\r\n\r\n',
    );
  });
}
