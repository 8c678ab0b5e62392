/**
 * The program of an execution environment: loads the function and runs Lambda's loop (next event, handler,
 * response) against the Runtime API at `AWS_LAMBDA_RUNTIME_API`. It takes the place of AWS's
 * aws-lambda-ric, which needs a compiler to install, and reads the same environment variables.
 */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { countLostLines, linesLostHeader } from './printing.ts';
import { RuntimeConnection, type RuntimeResponse } from './runtime-connection.ts';

type Handler = (event: unknown, context: Context) => unknown;

const RUNTIME = '/2018-06-01/runtime';
countLostLines();
const variables = process.env;
/** Events at once, as Lambda says it on Managed Instances; each has a connection of its own. */
const concurrency = Number(variables.AWS_LAMBDA_MAX_CONCURRENCY ?? 1);
const connections = Array.from(
  { length: concurrency },
  () => new RuntimeConnection(variables.AWS_LAMBDA_RUNTIME_API ?? '', () => process.exit(0)),
);

/** What is the same in the context of every event. Environment variables are slow to read. */
const FUNCTION = {
  callbackWaitsForEmptyEventLoop: true,
  functionName: variables.AWS_LAMBDA_FUNCTION_NAME ?? '',
  functionVersion: variables.AWS_LAMBDA_FUNCTION_VERSION ?? '',
  memoryLimitInMB: variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE ?? '',
  logGroupName: variables.AWS_LAMBDA_LOG_GROUP_NAME ?? '',
  logStreamName: variables.AWS_LAMBDA_LOG_STREAM_NAME ?? '',
  done: () => {},
  fail: () => {},
  succeed: () => {},
};

const opening = openStore();
let handler: Handler;
try {
  handler = await loadHandler(variables.LAMBDA_TASK_ROOT ?? '.', variables._HANDLER ?? 'index.handler');
} catch (error) {
  console.error(error);
  const [connection] = connections as [RuntimeConnection];
  await connection.send(connection.post(`${RUNTIME}/init/error`, report(error)));
  process.exit(1);
}

const runEach = await opening;
for (const connection of connections) serve(connection);
// Keeps the compiled code of function and client for the next cold start, while nothing waits for us.
flushCompileCache();

/** One event after the other, until the connection ends. */
async function serve(connection: RuntimeConnection): Promise<never> {
  const asked = connection.get(`${RUNTIME}/invocation/next`);
  let next = connection.send(asked);
  for (;;) {
    const request = await next;
    next = connection.send(await answer(connection, request), asked);
  }
}

/** Runs the handler; returns the request that reports its result. */
async function answer(connection: RuntimeConnection, request: RuntimeResponse): Promise<string> {
  const requestId = request.header('lambda-runtime-aws-request-id') ?? '';
  const trace = request.header('lambda-runtime-trace-id') ?? '';
  const path = `${RUNTIME}/invocation/${requestId}`;
  try {
    const event: unknown = JSON.parse(request.body.toString('utf8'));
    const result = await runEach(requestId, trace, () => handler(event, createContext(requestId, request)));
    return connection.post(`${path}/response`, JSON.stringify(result) ?? 'null', linesLostHeader());
  } catch (error) {
    console.error(error);
    const type = 'Lambda-Runtime-Function-Error-Type: Unhandled\r\n';
    return connection.post(`${path}/error`, report(error), type + linesLostHeader());
  }
}

/**
 * Keeps what belongs to an event, such as its trace, where AWS's libraries look for it first: apart for each, where there are
 * several at once. The environment variable is the other place, but the C library never forgets a value that one had: memory
 * would grow by a hundred bytes an event.
 */
async function openStore() {
  const { InvokeStore, InvokeStoreBase } = await import('@aws/lambda-invoke-store');
  const { REQUEST_ID, X_RAY_TRACE_ID } = InvokeStoreBase.PROTECTED_KEYS;
  const store = await InvokeStore.getInstanceAsync(concurrency > 1);
  return (requestId: string, trace: string, work: () => unknown): unknown =>
    store.run({ [REQUEST_ID]: requestId, [X_RAY_TRACE_ID]: trace }, work);
}

/** @param name file without extension and export, as in `index.handler` */
async function loadHandler(taskRoot: string, name: string): Promise<Handler> {
  const dot = name.lastIndexOf('.');
  const file = ['.js', '.mjs', '.cjs']
    .map((extension) => join(taskRoot, name.slice(0, dot) + extension))
    .find((path) => existsSync(path));
  if (!file) throw new Error(`no file for the handler ${name} in ${taskRoot}`);
  const loaded: unknown = (await import(pathToFileURL(file).href))[name.slice(dot + 1)];
  if (typeof loaded !== 'function') throw new Error(`${file} exports no function ${name.slice(dot + 1)}`);
  return loaded as Handler;
}

function createContext(awsRequestId: string, request: RuntimeResponse): Context {
  const deadline = Number(request.header('lambda-runtime-deadline-ms'));
  return {
    ...FUNCTION,
    awsRequestId,
    invokedFunctionArn: request.header('lambda-runtime-invoked-function-arn') ?? '',
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

/** An error report of the Runtime API. */
function report(error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return JSON.stringify({
    errorType: name,
    errorMessage: message,
    stackTrace: stack?.split('\n').slice(1) ?? [],
  });
}
