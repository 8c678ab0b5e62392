import { setTimeout as wait } from 'node:timers/promises';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { LambdaError } from './errors.ts';

/** One call of the Lambda API. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the endpoint, encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the call does, for messages. */
  readonly purpose: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export interface SignedHttpOptions {
  readonly region: string;
  /** @default AWS's own of the region */
  readonly endpoint?: string | undefined;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** Milliseconds before the second attempt; twice as long before each further one. @default 500 */
  readonly backoff?: number;
}

const ATTEMPTS = 5;

/** Speaks to the Lambda API with the account's usual credentials: signed (Signature Version 4), timed, tried again. */
export class SignedHttp {
  readonly #endpoint: URL;
  readonly #signer: SignatureV4;
  readonly #timeout: number;
  readonly #backoff: number;

  constructor({ region, endpoint, timeout, backoff = 500 }: SignedHttpOptions) {
    this.#endpoint = new URL(endpoint ?? `https://lambda.${region}.amazonaws.com`);
    this.#timeout = timeout;
    this.#backoff = backoff;
    this.#signer = new SignatureV4({
      credentials: defaultProvider(),
      region,
      service: 'lambda',
      sha256: Sha256,
    });
  }

  /**
   * @param signal ends the call and all waiting for another attempt
   * @throws LambdaError for anything but success; throttling, 5xx and broken connections are tried five times
   */
  async send(call: Call, signal?: AbortSignal): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      const outcome = await this.#attempt(call, signal);
      if (!(outcome instanceof LambdaError)) {
        return outcome;
      }
      if (attempt === ATTEMPTS || !isPassing(outcome)) {
        throw outcome;
      }
      await wait(this.#backoff * 2 ** (attempt - 1), undefined, { signal });
    }
  }

  async #attempt(call: Call, signal: AbortSignal | undefined): Promise<Reply | LambdaError> {
    const { url, init } = await this.#sign(call);
    const limit = AbortSignal.timeout(this.#timeout);
    let response: Response;
    let body: string;
    try {
      response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit });
      body = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = limit.aborted
        ? `no answer within ${this.#timeout / 1000} s`
        : rootMessage(cause as Error);
      return new LambdaError(`Cannot ${call.purpose}: ${reason}.`, undefined, { cause });
    }
    const { status, headers } = response;
    return response.ok
      ? { status, headers, body }
      : new LambdaError(
          `Cannot ${call.purpose}: Lambda answered ${status}, ${describe(headers, body)}`,
          status,
        );
  }

  async #sign({
    method,
    path,
    query = {},
    headers = {},
    body,
  }: Call): Promise<{ url: string; init: RequestInit }> {
    const { protocol, hostname, port, host } = this.#endpoint;
    let signed: Pick<HttpRequest, 'headers'>;
    try {
      signed = await this.#signer.sign(
        new HttpRequest({
          method,
          protocol,
          hostname,
          ...(port !== '' && { port: Number(port) }),
          path,
          query: { ...query },
          headers: { host, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          body,
        }),
      );
    } catch (cause) {
      throw new LambdaError(`There are no AWS credentials: ${(cause as Error).message}`, undefined, {
        cause,
      });
    }
    const search = new URLSearchParams(query).toString();
    const { host: _, ...sent } = signed.headers;
    return {
      url: `${protocol}//${host}${path}${search === '' ? '' : `?${search}`}`,
      init: { method, headers: sent, ...(body !== undefined && { body }) },
    };
  }
}

function isPassing({ status }: LambdaError): boolean {
  return status === undefined || status === 429 || status >= 500;
}

function rootMessage(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Lambda's errors are JSON with a message; their type is in a header. */
function describe(headers: Headers, body: string): string {
  const type = headers.get('x-amzn-errortype')?.split(':', 1)[0] ?? 'an error';
  try {
    const { message, Message = message } = JSON.parse(body) as { message?: string; Message?: string };
    return `${type}: ${Message ?? body}`;
  } catch {
    return `${type}: ${body.slice(0, 200)}`;
  }
}
