/** A proxy in front of dynalite that can simulate the failures of DynamoDB. */
import { createServer, request as forward } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { addressOf } from '../../support/listen.ts';
import { pointTo, startTable } from './dynamodb.ts';

/** `lost`: the table executes the operation, and the connection breaks before the response. */
export type Fault = 'none' | 'throttled' | 'failing' | 'slow' | 'gone' | 'lost';

const SLOW_MILLISECONDS = 3000;
const ERRORS = {
  throttled: [400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException'],
  failing: [500, 'com.amazonaws.dynamodb.v20120810#InternalServerError'],
  gone: [400, 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException'],
} as const;

export async function startFaultyTable() {
  const table = await startTable();
  /** Names of the operations that have arrived, e.g. `GetItem`. */
  const calls: string[] = [];
  let fault: Fault = 'none';
  let left = 0;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    calls.push(String(request.headers['x-amz-target']).split('.')[1] ?? '');
    const now = left > 0 ? fault : 'none';
    left -= 1;
    if (now === 'throttled' || now === 'failing' || now === 'gone') {
      const [status, type] = ERRORS[now];
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ __type: type }));
      return;
    }
    if (now === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MILLISECONDS).unref());
    const target = new URL(table.environment.AWS_ENDPOINT_URL_DYNAMODB!);
    const { method, headers } = request;
    const sent = forward(target, { method, headers: { ...headers, host: target.host } }, (given) => {
      if (now === 'lost') request.socket.destroy();
      else given.pipe(response.writeHead(given.statusCode ?? 500, given.headers));
    });
    sent.on('error', () => response.destroy()).end(body);
  });
  return {
    environment: pointTo(await addressOf(server)),
    calls,
    /** Sets the fault of the next calls. @param count number of these calls. @default all */
    fail(next: Fault, count = Number.POSITIVE_INFINITY) {
      fault = next;
      left = count;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await table.stop();
    },
  };
}
