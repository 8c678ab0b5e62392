/** API Gateway's events (payload format 2.0) for the function on Lambda. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as requests from './requests.ts';

export const CONTEXT = { awsRequestId: 'invocation-1' };

/** An event for a method and a path. @param changes replace fields of the event */
export function event(
  method: string,
  path: string,
  changes: Partial<APIGatewayProxyEventV2> = {},
): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: {
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request-1',
      timeEpoch: Date.now(),
    } as APIGatewayProxyEventV2['requestContext'],
    isBase64Encoded: false,
    ...changes,
  };
}

/** An inference event with an image in base64. */
export function competitionRequest(...parameters: Parameters<typeof requests.competitionRequest>) {
  const { method, path, body } = requests.competitionRequest(...parameters);
  return event(method, path, { body: body.toString() });
}
