/** Requests and responses in the shapes of API Gateway's HTTP API (payload format 2.0). */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { PROBLEM_MEDIA_TYPE, Problem } from './problems.ts';

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResponse = APIGatewayProxyStructuredResultV2;
export type Headers = Record<string, string>;

/** Headers of every answer, whatever it is: no browser is to guess that JSON or a tensor is a page. */
const COMMON: Headers = { 'x-content-type-options': 'nosniff' };

/** A response with the headers that all have. */
export function withCommonHeaders(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...COMMON, ...response.headers } };
}

export function json(status: number, content: unknown, headers: Headers = {}): HttpResponse {
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  };
}

/** The response to a request that ends with a problem. */
export function problemResponse(problem: Problem): HttpResponse {
  return json(problem.status, problem.details, { 'content-type': PROBLEM_MEDIA_TYPE, ...problem.headers });
}

/**
 * The JSON in an event's body.
 *
 * @throws {Problem} `media-type` when it is declared to be something else, `not-json` when it is not JSON
 */
export function readJson(event: HttpEvent): unknown {
  const mediaType = event.headers?.['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== undefined && !/^application\/([\w.-]+\+)?json$/.test(mediaType)) {
    throw new Problem('media-type', 'The body must be of media type application/json.');
  }
  const text = readText(event);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('not-json', 'The body must be one JSON object.');
  }
}

/** The bytes of an event's body. */
export function readBytes({ body, isBase64Encoded }: HttpEvent): Buffer<ArrayBuffer> {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * A body of another type than `application/json` itself comes as it was sent, in base64.
 *
 * @throws {Problem} `not-json` when it is not UTF-8
 */
function readText({ body, isBase64Encoded }: HttpEvent): string {
  if (body === undefined || !isBase64Encoded) return body ?? '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw new Problem('not-json', 'The body must be one JSON object in UTF-8; it holds bytes that are none.');
  }
}
