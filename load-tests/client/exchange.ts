import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { now } from './clock.ts';
import type { Outcome } from './records.ts';

/** A request, and the time limit for the last byte of its response. */
interface ExchangeOptions {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  timeoutMilliseconds: number;
}

/** The outcome of a request, with its response. `body` is empty unless the last byte came. */
export interface Exchange {
  outcome: Outcome;
  /** When the request left, in milliseconds since 1970. */
  at: number;
  /** Duration from sending, connecting included, to the last byte, the time-out or the error. */
  milliseconds: number;
  status?: number;
  headers: IncomingHttpHeaders;
  /** Bytes of the status line and the headers. */
  headBytes: number;
  body: Buffer;
  error?: string;
}

/** undici's error code if the other side closed the connection. The code of Node's sockets is ECONNRESET. */
const CLOSED = 'UND_ERR_SOCKET';

/** The agent has no time-outs of its own, because the limit is for the whole exchange. */
const agent = new Agent({ connectTimeout: 0, headersTimeout: 0, bodyTimeout: 0 });

/**
 * Sends one request and measures it to the last byte. The promise never rejects, because time-outs and socket
 * errors are outcomes with a duration. Artillery's `post` step would measure to the first byte, wait for the other bytes without
 * a limit, and end its virtual user at the first error. undici's `dispatch` takes less than half of the CPU time of
 * `http.request`, and the generator shares its cores with the service.
 */
export function exchange(url: URL, options: ExchangeOptions): Promise<Exchange> {
  const { method, headers, body, timeoutMilliseconds } = options;
  return new Promise((resolve) => {
    const at = now();
    const nothing = { headers: {}, headBytes: 0, body: Buffer.alloc(0) };
    const result: Exchange = { outcome: 'error', at, milliseconds: 0, ...nothing };
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let isSettled = false;
    const settle = (outcome: Outcome, error?: string) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      result.outcome = outcome;
      result.milliseconds = now() - at;
      if (error !== undefined) result.error = error;
      resolve(result);
    };
    const timer = setTimeout(() => {
      settle('timeout', `no response within ${timeoutMilliseconds} ms`);
      controller?.abort(new Error('out of time'));
    }, timeoutMilliseconds);

    const request = { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers, body };
    agent.dispatch(request as Dispatcher.DispatchOptions, {
      onRequestStart(started) {
        controller = started;
        if (isSettled) started.abort(new Error('out of time'));
      },
      onResponseStart(_, status, received, statusMessage = '') {
        result.status = status;
        result.headers = received;
        result.headBytes = headBytes(status, statusMessage, received);
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        result.body = Buffer.concat(chunks);
        settle('completed');
      },
      onResponseError(_, error: NodeJS.ErrnoException) {
        settle('error', error.code === CLOSED ? 'ECONNRESET' : (error.code ?? error.message));
      },
    });
  });
}

function headBytes(status: number, statusMessage: string, headers: IncomingHttpHeaders): number {
  // 4 bytes: CRLF after the status line, and CRLF for the empty line that ends the headers. Each header adds `: ` and CRLF.
  let sum = `HTTP/1.1 ${status} ${statusMessage}`.length + 4;
  for (const [name, values = []] of Object.entries(headers)) {
    for (const value of [values].flat()) sum += name.length + value.length + 4;
  }
  return sum;
}
