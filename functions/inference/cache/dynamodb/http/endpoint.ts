/** An address that is connected to again and again. */
import { connect, isIP, type OnReadOpts, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** At once, at most: most answers are shorter. */
const READ_BYTES = 16_384;
/** After so long without a byte the system asks a kept connection's other side whether it is there. */
const PROBE_AFTER_MILLISECONDS = 1_000;

interface Address extends TcpNetConnectOpts {
  readonly host: string;
}

export class Endpoint {
  readonly #isSecure: boolean;
  readonly #address: Address;
  #session: Buffer | undefined;

  constructor({ protocol, hostname, port }: URL) {
    this.#isSecure = protocol === 'https:';
    // Between brackets an address is a host in a URL, and none for a socket.
    const host = hostname.replace(/^\[|\]$/g, '');
    this.#address = { host, port: Number(port) || (this.#isSecure ? 443 : 80) };
  }

  /**
   * @param receive takes what is read
   * @returns a socket that may still be connecting
   */
  connect(receive: (bytes: Buffer) => void): Socket {
    const address = { ...this.#address, onread: readingFor(receive) };
    const socket = this.#isSecure ? this.#connectSecurely(address) : connect(address);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, PROBE_AFTER_MILLISECONDS);
    return socket;
  }

  #connectSecurely(address: Address): Socket {
    const { host } = address;
    const socket = connectSecurely({
      ...address,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 && { servername: host }),
      ...(this.#session && { session: this.#session }),
    });
    // The next connection is made in one round trip less.
    socket.on('session', (session) => {
      this.#session = session;
    });
    return socket;
  }
}

/** What is read is copied: otherwise every read takes as much memory as the longest, and gives it back. */
function readingFor(receive: (bytes: Buffer) => void): OnReadOpts {
  return {
    buffer: Buffer.allocUnsafeSlow(READ_BYTES),
    callback: (size, bytes) => {
      receive(Buffer.from(bytes.subarray(0, size)));
      return true;
    },
  };
}
