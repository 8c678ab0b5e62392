import type { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { AccessLogFormat as Format } from 'aws-cdk-lib/aws-apigateway';

/**
 * One JSON line a request, with API Gateway's `$context` variables. The path is not among them: the route
 * tells as much, and the address of an open endpoint may be secret.
 */
export const accessLogFormat: AccessLogFormat = Format.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    sourceIp: '$context.identity.sourceIp',
    userAgent: '$context.identity.userAgent',
    method: '$context.httpMethod',
    status: '$context.status',
    responseMilliseconds: '$context.responseLatency',
    functionMilliseconds: '$context.integrationLatency',
    responseBytes: '$context.responseLength',
    error: '$context.error.message',
    functionError: '$context.integrationErrorMessage',
  }),
);
