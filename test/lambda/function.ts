/** One execution environment of a function. Its `fetch` sends requests as API Gateway's events. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
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
  // The deadline is long, because these tests run on a busy machine. `npm run bench` measures speed.
  DEADLINE_MILLISECONDS: '20000',
};

export type LambdaFunction = Awaited<ReturnType<typeof startFunction>>;

/**
 * @param command starts a runtime client with its function
 * @param options additional environment variables, and the time-out of a request in seconds
 * @throws {Error} with the function's log if it cannot start
 */
export async function startFunction(
  command: readonly string[],
  { variables, seconds = 30 }: { variables?: NodeJS.ProcessEnv; seconds?: number } = {},
) {
  const api = new RuntimeApi();
  const address = await api.listen();
  const began = performance.now();
  const logFile = join(newFolder(), 'function.log');
  const output = openSync(logFile, 'a');
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {
    stdio: ['ignore', output, output],
    env: { ...VARIABLES, ...variables, AWS_LAMBDA_RUNTIME_API: address },
  });
  closeSync(output);
  const exit = once(child, 'exit').then(([code, signal]) => {
    api.close(`the function ended with ${signal ?? code}\n${readFileSync(logFile, 'utf8')}`);
  });
  await api.ready;
  return {
    /** File with the function's output. */
    logFile,
    /** Time from spawn to the request for the first event. */
    startMilliseconds: performance.now() - began,

    /** The function's peak memory in MiB. */
    peakMegabytes(): number {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
    },

    /** Sends a request as API Gateway does (payload format 2.0). */
    async fetch(request: Partial<ContractRequest> & { path: string }) {
      const { method = 'GET', path, headers = {}, body = '' } = request;
      const isText = typeof body === 'string';
      const event = {
        version: '2.0',
        rawPath: path,
        rawQueryString: '',
        headers,
        requestContext: { requestId: randomUUID(), http: { method, path }, timeEpoch: Date.now() },
        body: isText ? body : Buffer.from(body).toString('base64'),
        isBase64Encoded: !isText,
      };
      const result = (await api.invoke(event, seconds)) as APIGatewayProxyStructuredResultV2;
      const given = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
      return { status: result.statusCode, headers: result.headers ?? {}, body: given.toString() };
    },

    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
