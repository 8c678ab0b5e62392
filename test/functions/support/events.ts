/** API Gateway's events (payload format 2.0) as the function on Lambda gets them. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as requests from './requests.ts';

export const CONTEXT = { awsRequestId: 'invocation-1' };

/** A request for a path; `changes` go on top. */
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

/** A complete inference request with an image in base64; `changes` go on top. */
export function competitionRequest(...parameters: Parameters<typeof requests.competitionRequest>) {
  const { method, path, body } = requests.competitionRequest(...parameters);
  return event(method, path, { body: body.toString() });
}
