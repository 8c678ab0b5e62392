import { LAMBDA_PAYLOAD_LIMIT } from '../../../functions/inference/contracts/gateway-problems.ts';
import { type HttpReply, type HttpRequest, HttpServer } from '../../http/http-server.ts';
import type { TextParts } from '../../http/text-parts.ts';
import { isFromWebPage } from '../../web-page.ts';
import { LINES_LOST_HEADER } from './printing.ts';
import { accept, type EventHeaders, refuse, sendEvent } from './replies.ts';

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
  readonly #server: HttpServer;
  /** Clients that wait for an event. */
  readonly #polls: HttpReply[] = [];
  /** Events that wait for a client: AWS's asks for one after the other, however many it may have at once. */
  readonly #deliveries: ((poll: HttpReply) => void)[] = [];

  constructor(listener: RuntimeListener) {
    this.#listener = listener;
    this.#server = new HttpServer((request, reply) => this.#route(request, reply), {
      bodyLimit: LAMBDA_PAYLOAD_LIMIT,
    });
  }

  /** Opens a port of the loopback interface; resolves to the value of `AWS_LAMBDA_RUNTIME_API`. */
  async listen(): Promise<string> {
    const { address, port } = await this.#server.listen(0, '127.0.0.1');
    return `${address}:${port}`;
  }

  /** Whether a client waits for an event. */
  get asked(): boolean {
    return this.#polls.length > 0;
  }

  /** Hands an event to the client that waits for one, or to the next that does. */
  deliver(event: TextParts, headers: EventHeaders): void {
    const poll = this.#polls.shift();
    if (poll) sendEvent(poll, event, headers);
    else this.#deliveries.push((next) => sendEvent(next, event, headers));
  }

  close(): void {
    this.#server.close();
  }

  #route(request: HttpRequest, reply: HttpReply): void {
    const { method, target, headers, body } = request;
    // A page that finds the port could take events away; for pages there is nothing here.
    const path = target.startsWith(PREFIX) && !isFromWebPage(request) ? target.slice(PREFIX.length) : '';
    if (method === 'GET' && path === 'invocation/next') {
      this.#hold(reply);
      return;
    }
    const [, requestId, kind] = INVOCATION.exec(path) ?? [];
    if (method !== 'POST' || (requestId === undefined && path !== 'init/error')) {
      refuse(reply, 404, 'UnknownOperation', 'No such operation');
      return;
    }
    const linesLost = headers[LINES_LOST_HEADER];
    if (linesLost !== undefined) this.#listener.linesLost(Number(linesLost) || 0);
    this.#report(reply, requestId, kind, body);
  }

  #report(
    reply: HttpReply,
    requestId: string | undefined,
    kind: string | undefined,
    body: Buffer | undefined,
  ): void {
    if (requestId === undefined) {
      this.#listener.initializationError(body ?? Buffer.alloc(0));
      accept(reply);
      return;
    }
    const known =
      kind === 'response'
        ? this.#listener.response(requestId, body)
        : this.#listener.error(requestId, body ?? Buffer.alloc(0));
    if (!known) refuse(reply, 400, 'InvalidRequestID', 'Invalid request ID');
    else if (!body) refuse(reply, 413, 'RequestEntityTooLarge', 'More than 6 MB');
    else accept(reply);
  }

  #hold(poll: HttpReply): void {
    const deliver = this.#deliveries.shift();
    if (deliver) deliver(poll);
    else this.#wait(poll);
    this.#listener.next();
  }

  #wait(poll: HttpReply): void {
    this.#polls.push(poll);
    poll.onLost(() => {
      const place = this.#polls.indexOf(poll);
      if (place === -1) return;
      this.#polls.splice(place, 1);
      this.#listener.lost();
    });
  }
}
