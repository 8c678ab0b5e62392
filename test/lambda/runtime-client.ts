/**
 * Lambda's loop (next event, handler, response) where AWS's own client, which has to be compiled, cannot run: what it reads
 * and sends is what aws-lambda-ric reads and sends.
 */
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const {
  AWS_LAMBDA_RUNTIME_API,
  LAMBDA_TASK_ROOT = '/var/task',
  AWS_LAMBDA_MAX_CONCURRENCY = '1',
} = process.env;
const RUNTIME = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

interface Reply {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function call(method: string, path: string, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request(`${RUNTIME}${path}`, { method }, async (response) => {
      resolve({ headers: response.headers, body: await text(response) });
    })
      .on('error', reject)
      .end(body);
  });
}

const report = (error: Error) => JSON.stringify({ errorType: error.name, errorMessage: error.message });

try {
  const { handler } = await import(pathToFileURL(join(LAMBDA_TASK_ROOT, 'index.mjs')).href);
  const serve = async () => {
    for (;;) {
      const { headers, body } = await call('GET', '/invocation/next');
      const id = String(headers['lambda-runtime-aws-request-id']);
      const deadline = Number(headers['lambda-runtime-deadline-ms']);
      const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() };
      try {
        const result = await handler(JSON.parse(body), context);
        await call('POST', `/invocation/${id}/response`, JSON.stringify(result));
      } catch (error) {
        await call('POST', `/invocation/${id}/error`, report(error as Error));
      }
    }
  };
  for (let loop = 0; loop < Number(AWS_LAMBDA_MAX_CONCURRENCY); loop += 1) void serve();
} catch (error) {
  await call('POST', '/init/error', report(error as Error));
  process.exitCode = 1;
}
