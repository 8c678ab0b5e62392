/** Calls of one address over connections that stay open: HTTP/1.1 as far as DynamoDB needs it, for a third of what `node:http` takes. */
import { aborted, Connection } from './connection.ts';
import { Endpoint } from './endpoint.ts';
import type { Response } from './response-reader.ts';

export class KeptConnections {
  readonly #path: string;
  readonly #endpoint: Endpoint;
  readonly #most: number;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<() => void>();
  #busy = 0;

  /** @param most calls at once; others wait, as long as their signals let them */
  constructor(url: URL, most: number) {
    this.#path = url.pathname;
    this.#endpoint = new Endpoint(url);
    this.#most = most;
  }

  /**
   * One call, written at once and never sent again but where a kept connection turns out to have been closed before it.
   *
   * @param headers all but the body's length
   * @throws the system's error when nothing comes back, a `ProtocolError` when it is no answer, and an `AbortError` when
   * the signal is aborted
   */
  async post(
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Response> {
    const request = requestText(this.#path, headers, body);
    await this.#takePlace(signal);
    try {
      const kept = this.#takeKept();
      return await this.#send(request, signal, kept ?? this.#connect()).catch((error) => {
        if (!kept?.wasStale || signal.aborted) throw error;
        // The other kept ones are likely to have been closed, too.
        return this.#send(request, signal, this.#connect());
      });
    } finally {
      this.#leavePlace();
    }
  }

  destroy(): void {
    for (const connection of this.#open) connection.destroy();
    this.#open.clear();
  }

  async #send(request: string, signal: AbortSignal, connection: Connection): Promise<Response> {
    try {
      const response = await connection.send(request, signal);
      if (connection.isOpen) this.#idle.push(connection);
      return response;
    } finally {
      if (!connection.isOpen) this.#open.delete(connection);
    }
  }

  #takePlace(signal: AbortSignal): Promise<void> | undefined {
    if (signal.aborted) throw aborted();
    if (this.#busy < this.#most) {
      this.#busy += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(aborted());
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(enter);
    });
  }

  #leavePlace(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#busy -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  /** The one that was used last. */
  #takeKept(): Connection | undefined {
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      if (kept.isOpen) return kept;
      this.#open.delete(kept);
    }
    return undefined;
  }

  #connect(): Connection {
    const connection = new Connection((receive) => this.#endpoint.connect(receive));
    this.#open.add(connection);
    return connection;
  }
}

/** @throws TypeError when a header would end before its value does */
function requestText(path: string, headers: Readonly<Record<string, string>>, body: string): string {
  let head = `POST ${path} HTTP/1.1\r\n`;
  for (const name in headers) {
    const value = headers[name] as string;
    if (/[\r\n]/.test(value)) throw new TypeError(`The header ${name} must be one line`);
    head += `${name}: ${value}\r\n`;
  }
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
