import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiveBody } from '../../gateway/receive-body.ts';
import { isFromWebPage } from '../../web-page.ts';
import { LINES_LOST_HEADER } from './printing.ts';

/** Lambda's limit for one synchronous request and for one answer, bytes. */
export const LAMBDA_PAYLOAD_LIMIT = 6 * 1024 * 1024;
const PREFIX = '/2018-06-01/runtime/';
const INVOCATION = /^invocation\/([^/]+)\/(response|error)$/;

/** The headers that accompany an event. */
export interface EventHeaders {
  readonly requestId: string;
  /** Epoch milliseconds at which the function will be stopped. */
  readonly deadline: number;
  readonly functionArn: string;
  readonly traceId: string;
}

/** What a runtime client tells its environment. */
export interface RuntimeListener {
  /** It asks for the next event: the previous one, if any, is done. */
  next(): void;
  /** The connection on which it waited for the next event broke. */
  lost(): void;
  /** The function's result for a request; undefined when it was larger than Lambda takes. */
  response(requestId: string, payload: Buffer | undefined): boolean;
  /** The function failed with this report (JSON with errorType and errorMessage). */
  error(requestId: string, report: Buffer): boolean;
  /** The function could not be loaded. */
  initializationError(report: Buffer): void;
  /** So many lines of what it printed could not be written. */
  linesLost(count: number): void;
}

/**
 * The Lambda Runtime API (version 2018-06-01) for one execution environment. As on Lambda, every
 * environment has one of its own, so that an address is all a runtime client needs to know.
 */
export class RuntimeApi {
  readonly #listener: RuntimeListener;
  readonly #server = createServer((request, response) => this.#route(request, response));
  #poll: ServerResponse | undefined;
  /** A report's body is still on its way. */
  #receiving = false;

  constructor(listener: RuntimeListener) {
    this.#listener = listener;
    // A runtime client waits for its next event as long as it takes, on one connection.
    this.#server.keepAliveTimeout = 0;
    this.#server.requestTimeout = 0;
  }

  /** Opens a port of the loopback interface; resolves to the value of `AWS_LAMBDA_RUNTIME_API`. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Hands an event to the client that waits for one. */
  deliver(event: Buffer, { requestId, deadline, functionArn, traceId }: EventHeaders): void {
    const poll = this.#poll as ServerResponse;
    this.#poll = undefined;
    poll.writeHead(200, [
      'content-type',
      'application/json',
      'content-length',
      String(event.length),
      'lambda-runtime-aws-request-id',
      requestId,
      'lambda-runtime-deadline-ms',
      String(deadline),
      'lambda-runtime-invoked-function-arn',
      functionArn,
      'lambda-runtime-trace-id',
      traceId,
    ]);
    poll.end(event);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #route(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    // A page that finds the port could take events away; for pages there is nothing here.
    const path = url.startsWith(PREFIX) && !isFromWebPage(request) ? url.slice(PREFIX.length) : '';
    if (request.method === 'GET' && path === 'invocation/next') {
      this.#hold(response);
      return;
    }
    const [, requestId, kind] = INVOCATION.exec(path) ?? [];
    if (request.method !== 'POST' || (requestId === undefined && path !== 'init/error')) {
      reply(response, 404, '{"errorType":"UnknownOperation","errorMessage":"No such operation"}');
      return;
    }
    const linesLost = request.headers[LINES_LOST_HEADER];
    if (linesLost !== undefined) this.#listener.linesLost(Number(linesLost) || 0);
    this.#receiving = true;
    receiveBody(request, LAMBDA_PAYLOAD_LIMIT, (body) => {
      this.#receiving = false;
      this.#report(response, requestId, kind, body);
      // A client may send its report and its wish for the next event in one go.
      if (this.#poll) this.#listener.next();
    });
  }

  #report(
    response: ServerResponse,
    requestId: string | undefined,
    kind: string | undefined,
    body?: Buffer,
  ): void {
    if (requestId === undefined) {
      this.#listener.initializationError(body ?? Buffer.alloc(0));
      reply(response, 202, '{"status":"OK"}');
      return;
    }
    const known =
      kind === 'response'
        ? this.#listener.response(requestId, body)
        : this.#listener.error(requestId, body ?? Buffer.alloc(0));
    if (!known) reply(response, 400, '{"errorType":"InvalidRequestID","errorMessage":"Invalid request ID"}');
    else if (!body)
      reply(response, 413, '{"errorType":"RequestEntityTooLarge","errorMessage":"More than 6 MB"}');
    else reply(response, 202, '{"status":"OK"}');
  }

  #hold(response: ServerResponse): void {
    this.#poll = response;
    response.once('close', () => {
      if (this.#poll !== response) return;
      this.#poll = undefined;
      this.#listener.lost();
    });
    if (!this.#receiving) this.#listener.next();
  }
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, ['content-type', 'application/json', 'content-length', String(body.length)]);
  response.end(body);
}
