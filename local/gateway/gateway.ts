import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  BODY_LIMIT,
  type GatewayProblem,
  HEADER_LIMIT,
  LAMBDA_PAYLOAD_LIMIT,
} from '../../functions/inference/contracts/gateway-problems.ts';
import { Allowance } from './allowance.ts';
import { Connections } from './connections.ts';
import { createEvent, leastEventLength, travelsAsText } from './event.ts';
import { Exchange, type ExchangeTerms, type InvocationTaker } from './exchange.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from './limits.ts';
import type { GatewayObserver, Observed } from './observer.ts';
import type { Answer } from './send-answer.ts';
import { readTarget, type Target } from './target.ts';
import { answerUnreadable } from './unreadable.ts';

/** Longer than clients keep idle connections, so that none sends into one that is just being closed. */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** How often slow clients are looked for. */
const TIMEOUT_CHECK_MILLISECONDS = 1000;

/** What stands for a request that is none. */
const UNREADABLE: Observed = { method: '', path: undefined, arrival: 0 };

/** The pool of the function that a request is for. */
export type ChoosePool = (method: string, path: string) => InvocationTaker;

/** An API Gateway HTTP API in front of the pools of its functions: HTTP to events and back. */
export class Gateway {
  readonly #choosePool: ChoosePool;
  readonly #observer: GatewayObserver | undefined;
  readonly #limits: GatewayLimits;
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #exchanges = new Set<Exchange>();
  readonly #allowance: Allowance;
  readonly #terms: ExchangeTerms;
  /** Requests so far. */
  #begun = 0;
  #closing: Promise<void> | undefined;

  /**
   * @param limits those that differ from `GATEWAY_LIMITS`
   * @param observer is told of every answer. @default nobody
   */
  constructor(choosePool: ChoosePool, limits: Partial<GatewayLimits> = {}, observer?: GatewayObserver) {
    this.#choosePool = choosePool;
    this.#observer = observer;
    this.#limits = { ...GATEWAY_LIMITS, ...limits };
    this.#allowance = new Allowance(this.#limits.heldBytes);
    this.#server = createServer(
      {
        maxHeaderSize: HEADER_LIMIT,
        requestTimeout: this.#limits.requestMilliseconds,
        headersTimeout: Math.min(this.#limits.headersMilliseconds, this.#limits.requestMilliseconds),
        connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MILLISECONDS, this.#limits.headersMilliseconds),
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      },
      (request, response) => this.#serve(request, response),
    );
    this.#server.maxConnections = this.#limits.connections;
    this.#server.on('checkContinue', (request, response) => this.#serve(request, response, true));
    this.#server.on('clientError', (error, socket) =>
      answerUnreadable(error, socket, this.#limits.drainMilliseconds, (answer, problem) =>
        observer?.answered(UNREADABLE, answer, problem),
      ),
    );
    this.#connections = new Connections(this.#server);
    this.#terms = {
      limits: this.#limits,
      allowance: this.#allowance,
      isLast: () => this.#closing !== undefined,
      answered: (exchange, answer, problem) => observer?.answered(exchange, answer, problem),
      closed: (exchange) => void this.#exchanges.delete(exchange),
    };
  }

  /** Opens the port; rejects with the system's error when it is taken. */
  async listen(port: number, host: string): Promise<{ address: string; port: number }> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no address');
    return address;
  }

  /** Requests that have begun to come and whose answers are not out yet. */
  get underWay(): number {
    return this.#exchanges.size;
  }

  /** Refuses whatever comes from now on; resolves when what was under way is answered and all is closed. */
  close(): Promise<void> {
    if (this.#closing) return this.#closing;
    const activity = () => ({
      begun: this.#begun,
      open: this.#exchanges.size > 0,
      unanswered: [...this.#exchanges].some(({ over }) => !over),
    });
    this.#closing = this.#connections.close(activity, this.#limits.quietMilliseconds);
    for (const exchange of this.#exchanges) {
      if (exchange.receiving) exchange.fail('stopping');
    }
    return this.#closing;
  }

  /** Breaks off whatever connection is still open. */
  closeConnections(): void {
    this.#connections.destroy();
  }

  /** @param asks whether the client waits to be told that it may send the body (RFC 9110, 10.1.1) */
  #serve(request: IncomingMessage, response: ServerResponse, asks = false): void {
    const exchange = new Exchange(request, response, this.#terms);
    this.#exchanges.add(exchange);
    this.#begun += 1;
    const target = readTarget(request.url ?? '');
    exchange.path = target?.path;
    const problem = target ? this.#refusal(request, asks) : 'malformed-target';
    if (!target || problem) {
      exchange.fail(problem ?? 'malformed-target');
      return;
    }
    if (target.path === this.#observer?.path && ['GET', 'HEAD'].includes(exchange.method)) {
      exchange.answer(told(this.#observer));
      return;
    }
    if (asks) response.writeContinue();
    exchange.receive((body) => this.#invoke(exchange, target, body));
  }

  /** Why a request is refused before its body has come; undefined when it is not. */
  #refusal({ headers }: IncomingMessage, asks: boolean): GatewayProblem | undefined {
    if (this.#closing) return 'stopping';
    const announced = Number(headers['content-length'] ?? 0);
    if (announced > BODY_LIMIT) return 'request-too-large';
    // Lambda says that a request "must be smaller than 6291456 bytes".
    if (leastEventLength(headers['content-type'], announced) >= LAMBDA_PAYLOAD_LIMIT)
      return 'event-too-large';
    if (asks && announced > this.#allowance.left) return 'too-many-uploads';
    return undefined;
  }

  #invoke(exchange: Exchange, target: Target, body: Buffer): void {
    const { request } = exchange;
    if (travelsAsText(request.headers['content-type']) && !isUtf8(body)) {
      exchange.fail('not-utf-8');
      return;
    }
    const event = createEvent(request, target, body, exchange);
    if (event.length >= LAMBDA_PAYLOAD_LIMIT) exchange.fail('event-too-large');
    else exchange.begin(event, this.#choosePool(request.method ?? '', target.path));
  }
}

/** What the observer has to say, as of now. */
function told(observer: GatewayObserver): Answer {
  const headers = ['content-type', observer.mediaType, 'cache-control', 'no-store'];
  headers.push('x-content-type-options', 'nosniff');
  return { status: 200, headers, body: observer.text() };
}
