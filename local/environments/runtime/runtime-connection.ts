import { connect, type Socket } from 'node:net';

/** An HTTP response of the Runtime API. */
export interface RuntimeResponse {
  readonly status: number;
  /** Value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';
/** Where the status stands in `HTTP/1.1 200 OK`. */
const STATUS_START = 9;
/** At once, at most: most events are shorter. */
const READ_BYTES = 65_536;

/**
 * HTTP/1.1 over one connection that stays open, as little of it as the Runtime API needs: requests may be
 * written before earlier responses have come, and every response tells its length (`Content-Length`).
 * What this client spends is spent on every request, and `node:http` takes several times as much.
 */
export class RuntimeConnection {
  readonly #host: string;
  readonly #socket: Socket;
  readonly #expected: ((response: RuntimeResponse) => void)[] = [];
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes to wait for before looking again. */
  #needed = 1;

  /**
   * @param address host and port, the value of `AWS_LAMBDA_RUNTIME_API`
   * @param onClose called when the other side has gone
   */
  constructor(address: string, onClose: () => void) {
    const colon = address.lastIndexOf(':');
    this.#host = address;
    this.#socket = connect({
      port: Number(address.slice(colon + 1)),
      host: address.slice(0, colon),
      noDelay: true,
      // What is read is copied: otherwise every read takes as much memory as the longest, and gives it back.
      onread: {
        buffer: Buffer.allocUnsafeSlow(READ_BYTES),
        callback: (size, bytes) => {
          this.#receive(Buffer.from(bytes.subarray(0, size)));
          return true;
        },
      },
    });
    this.#socket.on('error', onClose);
    this.#socket.on('close', onClose);
  }

  /** Text of a GET request, for `send`. */
  get(path: string): string {
    return `GET ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n\r\n`;
  }

  /** Text of a POST request with a JSON body, for `send`. */
  post(path: string, body: string, headers = ''): string {
    const length = Buffer.byteLength(body);
    return (
      `POST ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nContent-Type: application/json\r\n${headers}` +
      `Content-Length: ${length}\r\n\r\n${body}`
    );
  }

  /** Writes requests in one go; resolves to the response to the last of them. */
  send(...requests: string[]): Promise<RuntimeResponse> {
    return new Promise((resolve) => {
      for (let index = 1; index < requests.length; index += 1) this.#expected.push(() => {});
      this.#expected.push(resolve);
      this.#socket.write(requests.join(''));
    });
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= this.#needed) {
      const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
      const headLength = all.indexOf(HEAD_END);
      const header = headLength === -1 ? undefined : headerReader(all.toString('latin1', 0, headLength));
      const bodyStart = headLength + HEAD_END.length;
      const end = header ? bodyStart + Number(header('content-length') ?? 0) : this.#size + 1;
      if (!header || this.#size < end) {
        this.#chunks = [all];
        this.#needed = end;
        return;
      }
      const rest = all.subarray(end);
      this.#chunks = rest.length > 0 ? [rest] : [];
      this.#size = rest.length;
      this.#needed = 1;
      this.#expected.shift()?.({
        status: Number(all.toString('latin1', STATUS_START, STATUS_START + 3)),
        header,
        body: all.subarray(bodyStart, end),
      });
    }
  }
}

/** Reads the headers of a response by their lower-case names. */
function headerReader(head: string): RuntimeResponse['header'] {
  const lowerCase = head.toLowerCase();
  return (name) => {
    const start = lowerCase.indexOf(`\r\n${name}:`);
    if (start === -1) return undefined;
    const from = start + name.length + 3;
    const end = head.indexOf('\r\n', from);
    return head.slice(from, end === -1 ? undefined : end).trim();
  };
}
