/** API Gateway events as the function gets them. */
import { randomUUID } from 'node:crypto';
import type { HttpEvent, HttpResponse } from '../../../functions/inference/service/http.ts';

export const CONTEXT = { awsRequestId: 'invocation-1' };

/** A request for a path; `changes` go on top. */
export function event(method: string, path: string, changes: Partial<HttpEvent> = {}): HttpEvent {
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' };
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    requestContext: {
      accountId: '0',
      apiId: 'test',
      domainName: 'test',
      domainPrefix: 'test',
      http,
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: Date.now(),
    },
    isBase64Encoded: false,
    ...changes,
  };
}

/** A question with a body, whatever it is. */
export function post(body: string, path = '/inference'): HttpEvent {
  return event('POST', path, { body });
}

/** A complete question about an image in base64; `changes` go on top. */
export function question(
  image: string,
  changes: Record<string, unknown> = {},
  path = '/inference',
): HttpEvent {
  const body = { esun_uuid: randomUUID(), esun_timestamp: 1_795_255_200, image, retry: 2, ...changes };
  return post(JSON.stringify(body), path);
}

export function bodyOf(response: HttpResponse): Record<string, unknown> {
  return JSON.parse(response.body ?? 'null');
}
