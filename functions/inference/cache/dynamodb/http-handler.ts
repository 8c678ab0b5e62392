/** The way to DynamoDB: kept connections, and none of the timers and streams of the SDK's own handler. */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** What the SDK wants sent. */
interface SdkRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array;
}

/** What the SDK makes an answer or an error of. */
interface SdkResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

/** How a kept connection fails that the other side has closed: while it was read from, or written to. */
const CLOSED = ['ECONNRESET', 'EPIPE'];
/** A request handler for clients of the AWS SDK. It knows no time limits but the caller's signal. */
export class LeanHttpHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #httpAgent: HttpAgent;
  readonly #httpsAgent: HttpsAgent;

  /** @param connections at most, which are kept */
  constructor(connections: number) {
    const options = { keepAlive: true, maxSockets: connections };
    this.#httpAgent = new HttpAgent(options);
    this.#httpsAgent = new HttpsAgent(options);
  }

  async handle(
    request: SdkRequest,
    { abortSignal }: { abortSignal?: unknown } = {},
  ): Promise<{ response: SdkResponse }> {
    return { response: await this.#send(request, abortSignal as AbortSignal | undefined) };
  }

  destroy(): void {
    this.#httpAgent.destroy();
    this.#httpsAgent.destroy();
  }

  // The SDK asks every handler for these two; there is nothing to configure.
  updateHttpClientConfig(): void {}
  httpHandlerConfigs(): Record<string, never> {
    return {};
  }

  #send(request: SdkRequest, signal: AbortSignal | undefined): Promise<SdkResponse> {
    const { protocol, hostname, port, method, path, headers, body } = request;
    const secure = protocol === 'https:';
    const options = { hostname, port, method, path, headers, signal };
    return new Promise((resolve, reject) => {
      const sent = secure
        ? requestHttps({ ...options, agent: this.#httpsAgent })
        : requestHttp({ ...options, agent: this.#httpAgent });
      sent.on('response', (message) => {
        message.on('error', reject);
        collect(message, resolve);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The other side closes kept connections when it likes, most of all while an environment is frozen.
        if (sent.reusedSocket && CLOSED.includes(error.code ?? ''))
          this.#send(request, signal).then(resolve, reject);
        else reject(error);
      });
      sent.end(body);
    });
  }
}

function collect(message: IncomingMessage, done: (response: SdkResponse) => void): void {
  const chunks: Uint8Array[] = [];
  message.on('data', (chunk) => chunks.push(chunk));
  message.on('end', () =>
    done({
      statusCode: message.statusCode ?? 0,
      headers: message.headers as Record<string, string>,
      body: Buffer.concat(chunks),
    }),
  );
}
