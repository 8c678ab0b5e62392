import type { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { AccessLogFormat as Format } from 'aws-cdk-lib/aws-apigateway';
import type { EndpointAccess } from './endpoint-access.ts';

/**
 * One JSON line a request, with API Gateway's `$context` variables. The path is not among them: the route tells as
 * much. Behind a secret path neither is: a route begins with it. Status and milliseconds are numbers, always there, because
 * CloudWatch Logs compares no others; the rest may be `-`.
 */
export function accessLogFormat({
  secretPath,
  isGuarded,
}: Pick<EndpointAccess, 'secretPath' | 'isGuarded'>): AccessLogFormat {
  const quoted = JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    sourceIp: '$context.identity.sourceIp',
    userAgent: '$context.identity.userAgent',
    method: '$context.httpMethod',
    ...(secretPath === undefined && { route: '$context.routeKey' }),
    status: '$context.status',
    responseMilliseconds: '$context.responseLatency',
    functionMilliseconds: '$context.integrationLatency',
    responseBytes: '$context.responseLength',
    error: '$context.error.message',
    functionError: '$context.integrationErrorMessage',
    ...(isGuarded && {
      caller: '$context.authorizer.caller',
      authorizerMilliseconds: '$context.authorizer.latency',
      authorizerError: '$context.authorizer.error',
    }),
  });
  return Format.custom(quoted.replace(/"(\$context\.(status|responseLatency))"/g, '$1'));
}
