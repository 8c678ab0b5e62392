/**
 * Lambda's loop (next event, handler, response) for machines where AWS's own client, which has to be compiled, cannot run. It
 * reads and sends the same messages as aws-lambda-ric.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { AWS_LAMBDA_RUNTIME_API, LAMBDA_TASK_ROOT = '/var/task' } = process.env;

/** @param result JSON content to send, if any */
const call = (path: string, result?: unknown) =>
  fetch(`http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime${path}`, {
    ...(result !== undefined && { method: 'POST', body: JSON.stringify(result) }),
  });
const report = ({ name, message }: Error) => ({ errorType: name, errorMessage: message });

try {
  const { handler } = await import(pathToFileURL(join(LAMBDA_TASK_ROOT, 'index.mjs')).href);
  for (;;) {
    const next = await call('/invocation/next');
    const id = next.headers.get('lambda-runtime-aws-request-id');
    const deadline = Number(next.headers.get('lambda-runtime-deadline-ms'));
    const context = { awsRequestId: id, getRemainingTimeInMillis: () => deadline - Date.now() };
    try {
      await call(`/invocation/${id}/response`, await handler(await next.json(), context));
    } catch (error) {
      await call(`/invocation/${id}/error`, report(error as Error));
    }
  }
} catch (error) {
  await call('/init/error', report(error as Error));
  process.exitCode = 1;
}
