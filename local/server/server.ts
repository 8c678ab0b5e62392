/** The HTTP server of the front process: accepts requests within limits, and passes each to the app of its model. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as Port } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { HEADER_LIMIT } from '../../functions/inference/problems/gateway-problems.ts';
import { headerText, pathOf } from '../../functions/inference/service/transport.ts';
import type { AppFor } from './access.ts';
import { Connections, POLL_MILLISECONDS } from './connections.ts';
import { SERVER_LIMITS, type ServerLimits } from './limits.ts';
import { closePorts, openPort } from './listening.ts';
import { hasBody, type Refusal, refusalResponse, refuse, refuseUnreadable } from './refusal.ts';
import { type Memory, WatchedResponse } from './watched-response.ts';

/** Clients may keep an idle connection this long (`Keep-Alive`). At the connection limit, a new one may replace it 1 s later. */
const KEEP_ALIVE_MILLISECONDS = 5000;
/** The server closes connections that are idle for this long, which is longer than the minute for which proxies keep them. */
const IDLE_MILLISECONDS = 65_000;
/** How often the server checks for slow clients. */
const CHECK_MILLISECONDS = 1000;
/** A path, or a whole URL. Clients send URLs only to proxies, but every server must accept them (RFC 9112, 3.2.2). */
const TARGET = /^(?:\/|https?:\/\/[^/?#@\s]+(?:[/?]|$))/;
/** The versions of HTTP that are served; Node's parser also accepts others. */
const VERSIONS = ['1.1', '1.0'];
/** Host for a request that names no host, as HTTP/1.0 allows. */
const NO_HOST = 'localhost';
const HOST = 'host';

export interface ServerContext {
  readonly appFor: AppFor;
  /** @default every host is served */
  servesHost?(host: string): boolean;
  /** Called when the server itself, not an app, responds to a request. @param path undefined if it is unknown */
  refused?(refusal: Refusal, method?: string, path?: string): void;
}

export class FrontServer {
  readonly #context: ServerContext;
  readonly #limits: ServerLimits;
  readonly #server: Server<typeof IncomingMessage, typeof WatchedResponse>;
  readonly #connections: Connections;
  readonly #memory: Memory;
  readonly #listener: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  readonly #watch: NodeJS.Timeout;
  #dispatched = 0;
  #closing: Promise<void> | undefined;
  /** All servers that listen to the port. */
  #ports: Port[] = [];

  /** @param limits only those that differ from `SERVER_LIMITS` */
  constructor(context: ServerContext, limits: Partial<ServerLimits> = {}) {
    this.#context = context;
    this.#limits = { ...SERVER_LIMITS, ...limits };
    this.#memory = { left: this.#limits.heldBytes };
    const { requestMilliseconds, headersMilliseconds, silenceMilliseconds } = this.#limits;
    const interval = Math.min(CHECK_MILLISECONDS, headersMilliseconds, silenceMilliseconds);
    this.#server = createServer<typeof IncomingMessage, typeof WatchedResponse>(
      {
        maxHeaderSize: HEADER_LIMIT,
        requestTimeout: requestMilliseconds,
        headersTimeout: Math.min(headersMilliseconds, requestMilliseconds),
        connectionsCheckingInterval: interval,
        keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
        keepAliveTimeoutBuffer: IDLE_MILLISECONDS - KEEP_ALIVE_MILLISECONDS,
        ServerResponse: WatchedResponse,
      },
      (_, response) => this.#serve(response),
    );
    this.#server.on('checkContinue', (_, response) => this.#serve(response, true));
    this.#server.on('clientError', (error, socket) => {
      const refusal = refuseUnreadable(error, socket, this.#limits.drainMilliseconds);
      if (refusal) context.refused?.(refusal);
    });
    this.#connections = new Connections(this.#server, this.#limits);
    this.#listener = getRequestListener((request, env) => this.#dispatch(request, env as HttpBindings), {
      hostname: NO_HOST,
      errorHandler: (error) => this.#responseTo(error),
    });
    // The check runs after arrived bytes are read, because a client is not slow if this process stalled.
    this.#watch = setInterval(() => setImmediate(() => this.#endSlowOnes()), interval).unref();
  }

  /** Opens the port. @throws {ServiceError} that names the port if it cannot be opened */
  async listen(port: number, host: string): Promise<AddressInfo> {
    this.#ports = await openPort(this.#server, port, host);
    return this.#server.address() as AddressInfo;
  }

  /** Refuses new requests; resolves when those in flight have their responses and every connection is closed. */
  close(): Promise<void> {
    if (this.#closing) return this.#closing;
    this.#closing = this.#connections
      .close()
      .then(() => closePorts(this.#ports))
      .finally(() => clearInterval(this.#watch));
    for (const [, response] of this.#connections.responses) {
      if (response.receivingSince !== undefined) this.#refuse(response, 'stopping');
      // A response that has not begun closes its connection.
      else if (!response.headersSent) response.setHeader('connection', 'close');
    }
    return this.#closing;
  }

  /** Resolves when every request has its response. After `close`, further requests are refused at once. */
  async responded(): Promise<void> {
    while (this.#connections.awaitsResponse) await delay(POLL_MILLISECONDS);
  }

  closeConnections(): void {
    this.#connections.destroy();
  }

  /** @param expectsContinue whether the client waits for 100 Continue before it sends the body (RFC 9110, 10.1.1) */
  #serve(response: WatchedResponse, expectsContinue = false): void {
    this.#connections.add(response);
    if (this.#connections.isCrowded) response.setHeader('connection', 'close');
    response.once('close', () => response.release(this.#memory));
    const problem = this.#problemOf(response.req, expectsContinue);
    if (problem) {
      this.#refuse(response, problem);
      return;
    }
    if (expectsContinue) response.writeContinue();
    if (!hasBody(response.req)) this.#respond(response);
    else {
      response.receive(this.#limits.bodyBytes, this.#memory, (refusal) => {
        if (refusal) this.#refuse(response, refusal);
        else this.#respond(response);
      });
    }
  }

  /** Why a request is refused before its body has arrived; undefined if it is not. */
  #problemOf(request: IncomingMessage, expectsContinue: boolean): Refusal | undefined {
    if (this.#connections.isSurplus(request.socket)) return 'too-many-connections';
    if (!VERSIONS.includes(request.httpVersion)) return 'malformed-request';
    if (countHosts(request.rawHeaders) > 1) return 'malformed-request';
    const { host = '' } = request.headers;
    if (this.#context.servesHost?.(host) === false) return 'other-host';
    if (!TARGET.test(request.url ?? '')) return 'malformed-target';
    if (this.#closing) return 'stopping';
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > this.#limits.bodyBytes) return 'request-too-large';
    if (expectsContinue && announced > this.#memory.left) return 'too-many-uploads';
    return undefined;
  }

  #respond(response: WatchedResponse): void {
    void this.#listener(response.req, response).finally(() => {
      response.respondedAt = performance.now();
    });
  }

  #dispatch(request: Request, { incoming, outgoing }: HttpBindings): Response | Promise<Response> {
    const response = outgoing as WatchedResponse;
    this.#dispatched += 1;
    // The model is chosen by the path without dot segments, which is the path that the app sees.
    return this.#context.appFor(request.method, pathOf(request.url)).fetch(request, {
      invocation: String(this.#dispatched),
      waitedMilliseconds: performance.now() - response.arrival,
      body: response.body,
      maxBodyBytes: this.#limits.bodyBytes,
      // Reads Node's headers, because the `Request` would first copy all headers into a `Headers`. That would be a tenth of the
      // cost of a small request in this process.
      header: (name) => headerText(incoming.headers[name]?.toString()),
      client: incoming.socket.remoteAddress,
      isAbandoned: () => outgoing.destroyed,
    });
  }

  /** Responds if the host and target of a request form no URL, or if an app threw an error, which should never happen. */
  #responseTo(error: unknown): Response {
    const refusal = error instanceof RequestError ? 'malformed-request' : 'internal';
    if (refusal === 'internal') console.error(error);
    this.#context.refused?.(refusal);
    return refusalResponse(refusal);
  }

  #refuse(response: WatchedResponse, refusal: Refusal): void {
    const { req: request } = response;
    if (response.isOver) return;
    const last = this.#closing !== undefined || this.#connections.isSurplus(request.socket);
    refuse(response, refusal, last, this.#limits);
    response.respondedAt = performance.now();
    response.release(this.#memory);
    this.#context.refused?.(refusal, request.method, pathOf(request.url ?? ''));
  }

  #endSlowOnes(): void {
    const now = performance.now();
    const { silenceMilliseconds, responseMilliseconds } = this.#limits;
    for (const [, response] of this.#connections.responses) {
      const { receivingSince = now, respondedAt = now } = response;
      if (now - receivingSince > silenceMilliseconds) this.#refuse(response, 'request-timed-out');
      if (now - respondedAt > responseMilliseconds) response.destroy();
    }
  }
}

/** Counts `Host` in the raw headers, because `headersDistinct` would make lists of all headers. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) count += 1;
  }
  return count;
}
