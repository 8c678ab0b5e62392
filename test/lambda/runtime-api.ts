/**
 * Lambda's Runtime API for one execution environment (AWS Lambda Developer Guide, "Using the Lambda runtime API"). A
 * runtime client requests each event here, and sends its response here.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const RUNTIME = '/2018-06-01/runtime';
const FUNCTION_ARN = 'arn:aws:lambda:us-east-1:000000000000:function:subsecond:live';

interface Invocation extends PromiseWithResolvers<unknown> {
  readonly id: string;
  readonly event: string;
  readonly deadline: number;
}

export class RuntimeApi {
  /** Idle connections stay open, because an emulated function may take long before its next call. */
  readonly #server = createServer({ keepAliveTimeout: 0 }, (...parts) => void this.#serve(...parts));
  readonly #waiting = new Set<ServerResponse>();
  readonly #events: Invocation[] = [];
  readonly #running = new Map<string, Invocation>();
  readonly #ready = Promise.withResolvers<void>();
  /** The reason why the function has ended. */
  #closed: Error | undefined;

  /** @returns the value of `AWS_LAMBDA_RUNTIME_API` */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the function requests its first event. Rejects with the error of a failed start. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * @param seconds time-out of the function
   * @returns the function's result, parsed from JSON
   * @throws {Error} with the function's error report
   */
  invoke(event: object, seconds: number): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    const settled = Promise.withResolvers<unknown>();
    const deadline = Date.now() + 1000 * seconds;
    this.#events.push({ id: randomUUID(), event: JSON.stringify(event), deadline, ...settled });
    this.#handOut();
    return settled.promise;
  }

  /** Rejects all pending and later calls, and closes the server. */
  close(reason: string): void {
    this.#closed = new Error(reason);
    this.#ready.reject(this.#closed);
    for (const { reject } of [...this.#events, ...this.#running.values()]) reject(this.#closed);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.slice(RUNTIME.length);
    if (request.method === 'GET' && path === '/invocation/next') {
      this.#ready.resolve();
      this.#waiting.add(response);
      response.once('close', () => this.#waiting.delete(response));
      this.#handOut();
      return;
    }
    const body = await text(request);
    const [, id = '', outcome] = /^\/invocation\/([^/]+)\/(response|error)$/.exec(path ?? '') ?? [];
    const invocation = this.#running.get(id);
    this.#running.delete(id);
    if (outcome === 'response') invocation?.resolve(JSON.parse(body));
    else if (outcome === 'error') invocation?.reject(new Error(body));
    else if (path === '/init/error') this.#ready.reject(new Error(body));
    response.writeHead(invocation || path === '/init/error' ? 202 : 400).end('{"status":"OK"}');
  }

  #handOut(): void {
    for (const response of this.#waiting) {
      const invocation = this.#events.shift();
      if (!invocation) return;
      this.#waiting.delete(response);
      this.#running.set(invocation.id, invocation);
      response.writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': invocation.id,
        'lambda-runtime-deadline-ms': String(invocation.deadline),
        'lambda-runtime-invoked-function-arn': FUNCTION_ARN,
        'lambda-runtime-trace-id': 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=0;Sampled=0',
      });
      response.end(invocation.event);
    }
  }
}
