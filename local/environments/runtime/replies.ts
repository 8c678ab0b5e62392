/** What the Runtime API sends to its clients. */
import type { ServerResponse } from 'node:http';

/** The headers that accompany an event. */
export interface EventHeaders {
  readonly requestId: string;
  /** Epoch milliseconds at which the function will be stopped. */
  readonly deadline: number;
  readonly functionArn: string;
  readonly traceId: string;
}

/** Hands an event to a client. */
export function sendEvent(
  poll: ServerResponse,
  event: Buffer,
  { requestId, deadline, functionArn, traceId }: EventHeaders,
): void {
  poll.writeHead(200, [
    'content-type',
    'application/json',
    'content-length',
    String(event.length),
    'lambda-runtime-aws-request-id',
    requestId,
    'lambda-runtime-deadline-ms',
    String(deadline),
    'lambda-runtime-invoked-function-arn',
    functionArn,
    'lambda-runtime-trace-id',
    traceId,
  ]);
  poll.end(event);
}

/** Answers a client's report, or what is no operation. */
export function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, ['content-type', 'application/json', 'content-length', String(body.length)]);
  response.end(body);
}
