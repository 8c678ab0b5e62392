/** Connections to one address that stay open between calls. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

export interface Response {
  readonly status: number;
  readonly text: string;
}

/** How a kept connection fails that the other side has closed: while it was read from, or written to. */
const CLOSED = ['ECONNRESET', 'EPIPE'];

export class KeptConnections {
  readonly #options: { readonly hostname: string; readonly port: string; readonly path: string };
  readonly #agent: HttpAgent;
  readonly #request: typeof requestHttp;

  /** @param most connections at once, which are kept */
  constructor({ protocol, hostname, port, pathname }: URL, most: number) {
    // Between brackets an address is a host in a URL, and none for a socket.
    this.#options = { hostname: hostname.replace(/^\[|\]$/g, ''), port, path: pathname };
    const secure = protocol === 'https:';
    const kept = { keepAlive: true, maxSockets: most };
    this.#agent = secure ? new HttpsAgent(kept) : new HttpAgent(kept);
    this.#request = secure ? requestHttps : requestHttp;
  }

  /** @throws the system's error when nothing comes back, and an `AbortError` when the signal is aborted */
  post(headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<Response> {
    return new Promise((resolve, reject) => {
      const sent = this.#request({ ...this.#options, agent: this.#agent, method: 'POST', headers, signal });
      sent.on('response', (message) => {
        message.on('error', reject);
        collect(message, resolve);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The other side closes kept connections when it likes, most of all while an environment is frozen.
        if (sent.reusedSocket && CLOSED.includes(error.code ?? ''))
          this.post(headers, body, signal).then(resolve, reject);
        else reject(error);
      });
      sent.end(body);
    });
  }

  destroy(): void {
    this.#agent.destroy();
  }
}

function collect(message: IncomingMessage, done: (response: Response) => void): void {
  let text = '';
  message.setEncoding('utf8');
  message.on('data', (part: string) => {
    text += part;
  });
  message.on('end', () => done({ status: message.statusCode ?? 0, text }));
}
