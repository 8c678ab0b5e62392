import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { now } from './clock.ts';
import type { Outcome } from './records.ts';

/** What to send, and how long to wait for the last byte of the response. */
export interface ExchangeOptions {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  timeoutMilliseconds: number;
}

/** One request and what came back. */
export interface Exchange {
  outcome: Outcome;
  /** When it left, in milliseconds since 1970. */
  at: number;
  /** From sending, connecting included, to the last byte, the time-out or the error. */
  milliseconds: number;
  status?: number;
  headers: IncomingHttpHeaders;
  /** Bytes of the status line and the headers, as they were received. */
  headBytes: number;
  body: Buffer;
  error?: string;
}

const kept = { keepAlive: true, scheduling: 'lifo' } as const;
const agent = new http.Agent(kept);
const secureAgent = new https.Agent(kept);

/**
 * Sends one request and measures it to the last byte. Never rejects: time-outs and socket errors are
 * outcomes with their own duration. Artillery's `post` step would measure to the first byte, wait for
 * the rest without a limit, and end its user at the first error.
 */
export function exchange(url: URL, options: ExchangeOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const at = now();
    const nothing = { headers: {}, headBytes: 0, body: Buffer.alloc(0) };
    const result: Exchange = { outcome: 'error', at, milliseconds: 0, ...nothing };
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

    const { protocol, hostname, port, pathname, search } = url;
    const isSecure = protocol === 'https:';
    // Part by part: of a whole URL, Node copies everything into objects that are slow to read, for each request.
    const request = (isSecure ? https : http).request({
      protocol,
      // A URL has an IPv6 address in brackets, which is no name to connect to.
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: `${pathname}${search}`,
      method: options.method,
      headers: { ...options.headers, 'content-length': String(Buffer.byteLength(options.body)) },
      agent: isSecure ? secureAgent : agent,
    });
    const timer = setTimeout(() => {
      settle('timeout', `no response within ${options.timeoutMilliseconds} ms`);
      request.destroy();
    }, options.timeoutMilliseconds);

    request.on('error', (error: NodeJS.ErrnoException) => settle('error', error.code ?? error.message));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      result.headers = response.headers;
      result.headBytes = headBytes(response);
      if (response.statusCode !== undefined) result.status = response.statusCode;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error: NodeJS.ErrnoException) => settle('error', error.code ?? error.message));
      response.on('end', () => {
        result.body = Buffer.concat(chunks);
        settle('completed');
      });
    });
    request.end(options.body);
  });
}

function headBytes({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): number {
  const statusLine = `HTTP/${httpVersion} ${statusCode} ${statusMessage}`;
  // Names end with ': ', values with CRLF, as do the status line and the empty line after the last header.
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, statusLine.length + 4);
}
