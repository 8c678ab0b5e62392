import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { LAMBDA_PAYLOAD_LIMIT } from '../../../functions/inference/contracts/gateway-problems.ts';
import { receiveBody } from '../../gateway/receive-body.ts';
import { isFromWebPage } from '../../web-page.ts';
import { LINES_LOST_HEADER } from './printing.ts';
import { type EventHeaders, reply, sendEvent } from './replies.ts';

const PREFIX = '/2018-06-01/runtime/';
const INVOCATION = /^invocation\/([^/]+)\/(response|error)$/;

/** What a runtime client tells its environment. */
export interface RuntimeListener {
  /** It asks for an event: one that it had before, if any, is done. */
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
  /** Clients that wait for an event. */
  readonly #polls: ServerResponse[] = [];
  /** Events that wait for a client: AWS's asks for one after the other, however many it may have at once. */
  readonly #deliveries: ((poll: ServerResponse) => void)[] = [];
  /** Connections on which a report's body is still on its way, and a wish for the next event that came right behind it. */
  readonly #receiving = new Map<Socket, ServerResponse | undefined>();

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

  /** Whether a client waits for an event. */
  get asked(): boolean {
    return this.#polls.length > 0;
  }

  /** Hands an event to the client that waits for one, or to the next that does. */
  deliver(event: Buffer, headers: EventHeaders): void {
    const poll = this.#polls.shift();
    if (poll) sendEvent(poll, event, headers);
    else this.#deliveries.push((next) => sendEvent(next, event, headers));
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
      this.#poll(request.socket, response);
      return;
    }
    const [, requestId, kind] = INVOCATION.exec(path) ?? [];
    if (request.method !== 'POST' || (requestId === undefined && path !== 'init/error')) {
      reply(response, 404, '{"errorType":"UnknownOperation","errorMessage":"No such operation"}');
      return;
    }
    const linesLost = request.headers[LINES_LOST_HEADER];
    if (linesLost !== undefined) this.#listener.linesLost(Number(linesLost) || 0);
    const { socket } = request;
    this.#receiving.set(socket, undefined);
    receiveBody(request, LAMBDA_PAYLOAD_LIMIT, (body) => {
      const poll = this.#receiving.get(socket);
      this.#receiving.delete(socket);
      this.#report(response, requestId, kind, body);
      if (poll) this.#hold(poll);
    });
  }

  /** A client may send its report and its wish for the next event in one go. */
  #poll(socket: Socket, response: ServerResponse): void {
    if (this.#receiving.has(socket)) this.#receiving.set(socket, response);
    else this.#hold(response);
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
    const deliver = this.#deliveries.shift();
    if (deliver) deliver(response);
    else this.#wait(response);
    this.#listener.next();
  }

  #wait(response: ServerResponse): void {
    this.#polls.push(response);
    response.once('close', () => {
      const place = this.#polls.indexOf(response);
      if (place === -1) return;
      this.#polls.splice(place, 1);
      this.#listener.lost();
    });
  }
}
