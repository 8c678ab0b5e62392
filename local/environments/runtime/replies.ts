/** What the Runtime API sends to its clients. */
import type { HttpReply } from '../../http/http-server.ts';
import type { TextParts } from '../../http/text-parts.ts';

const JSON_TYPE = 'content-type: application/json\r\n';

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
  poll: HttpReply,
  event: TextParts,
  { requestId, deadline, functionArn, traceId }: EventHeaders,
): void {
  const headers =
    `${JSON_TYPE}lambda-runtime-aws-request-id: ${requestId}\r\nlambda-runtime-deadline-ms: ${deadline}\r\n` +
    `lambda-runtime-invoked-function-arn: ${functionArn}\r\nlambda-runtime-trace-id: ${traceId}\r\n`;
  poll.send(200, headers, event);
}

/** Says that a report has been taken. */
export function accept(reply: HttpReply): void {
  reply.send(202, JSON_TYPE, '{"status":"OK"}');
}

/** Refuses a report, or what is no operation. */
export function refuse(reply: HttpReply, status: number, errorType: string, errorMessage: string): void {
  reply.send(status, JSON_TYPE, JSON.stringify({ errorType, errorMessage }));
}
