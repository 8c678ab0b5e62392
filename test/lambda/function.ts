/** One execution environment of a function, with a `fetch` that goes through the events of an API Gateway. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractRequest } from '../../functions/inference/contracts/client.ts';
import { newFolder } from '../support/new-folder.ts';
import { RuntimeApi } from './runtime-api.ts';

const VARIABLES = {
  PATH: process.env.PATH,
  _HANDLER: 'index.handler',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: 'subsecond',
  AWS_LAMBDA_FUNCTION_VERSION: '1',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769',
  AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/subsecond',
  AWS_LAMBDA_LOG_STREAM_NAME: '2026/01/01/[1]0',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'provisioned-concurrency',
  AWS_REGION: 'us-east-1',
  TZ: 'UTC',
  UV_THREADPOOL_SIZE: '1',
  VIPS_CONCURRENCY: '1',
  // How fast it is, is the bench's request, on a machine that does nothing else.
  DEADLINE_MILLISECONDS: '20000',
};

export interface FunctionOptions {
  /** On top of what Lambda sets. */
  readonly variables?: NodeJS.ProcessEnv;
  /** What it may take for a request. @default 30 */
  readonly seconds?: number;
}

/** What came back. */
export interface FunctionResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class LambdaFunction {
  /** What it prints. */
  readonly logFile: string;
  /** From spawn to the request for the first event. */
  readonly startMilliseconds: number;
  readonly #api: RuntimeApi;
  readonly #process: ChildProcess;
  readonly #seconds: number;

  /**
   * @param command a runtime client with its function
   * @throws {Error} with its log when it cannot start
   */
  static async start(command: readonly string[], options: FunctionOptions = {}): Promise<LambdaFunction> {
    const api = new RuntimeApi();
    const address = await api.listen();
    const began = performance.now();
    const logFile = join(newFolder(), 'function.log');
    const output = openSync(logFile, 'a');
    const [program = '', ...parameters] = command;
    const child = spawn(program, parameters, {
      stdio: ['ignore', output, output],
      env: { ...VARIABLES, ...options.variables, AWS_LAMBDA_RUNTIME_API: address },
    });
    closeSync(output);
    child.once('exit', (code, signal) => {
      api.close(`the function ended with ${signal ?? code}\n${readFileSync(logFile, 'utf8')}`);
    });
    await api.ready;
    return new LambdaFunction(api, child, logFile, performance.now() - began, options.seconds ?? 30);
  }

  private constructor(
    api: RuntimeApi,
    child: ChildProcess,
    logFile: string,
    milliseconds: number,
    seconds: number,
  ) {
    this.#api = api;
    this.#process = child;
    this.logFile = logFile;
    this.startMilliseconds = milliseconds;
    this.#seconds = seconds;
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** The most memory that it has held, in megabytes. */
  get peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  /** Sends a request as API Gateway does (payload format 2.0). */
  async fetch({ method, path, headers = {}, body = '' }: Partial<ContractRequest> & { path: string }) {
    const isText = typeof body === 'string';
    const event = {
      version: '2.0',
      rawPath: path,
      rawQueryString: '',
      headers,
      requestContext: {
        requestId: randomUUID(),
        http: { method: method ?? 'GET', path },
        timeEpoch: Date.now(),
      },
      body: isText ? body : Buffer.from(body).toString('base64'),
      isBase64Encoded: !isText,
    };
    const result = (await this.#api.invoke(event, this.#seconds)) as {
      statusCode: number;
      headers: Record<string, string>;
      body?: string;
      isBase64Encoded?: boolean;
    };
    const { statusCode: status, headers: given, body: text = '', isBase64Encoded } = result;
    const response: FunctionResponse = {
      status,
      headers: given,
      body: isBase64Encoded ? Buffer.from(text, 'base64').toString() : text,
    };
    return response;
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await ended;
  }
}
