/** Requests as the service receives them, independent of the transport. */
import { randomUUID } from 'node:crypto';
import type { HttpRequest, HttpResponse } from '../../../functions/inference/contracts/http.ts';

/** A request whose headers `fetch` accepts. */
export interface TestRequest extends HttpRequest {
  readonly headers: Readonly<Record<string, string>>;
}

interface RequestParts {
  /** Header names are in lower case. @default the content type of JSON */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array;
}

export function request(
  method: string,
  path: string,
  { headers = { 'content-type': 'application/json' }, body = '' }: RequestParts = {},
): TestRequest {
  return { method, path, headers, body: Buffer.from(body as string), header: (name) => headers[name] };
}

/** An inference request with any body. */
export function post(
  body: string | Uint8Array,
  path = '/inference',
  headers?: Readonly<Record<string, string>>,
): TestRequest {
  return request('POST', path, { body, headers });
}

/** A complete inference request with an image in base64. @param changes fields of the body that differ */
export function competitionRequest(
  image: string,
  changes: Record<string, unknown> = {},
  path = '/inference',
): TestRequest {
  const body = { esun_uuid: randomUUID(), esun_timestamp: 1_795_255_200, image, retry: 2, ...changes };
  return post(JSON.stringify(body), path);
}

export function bodyOf({ body }: { readonly body?: HttpResponse['body'] }): Record<string, unknown> {
  return JSON.parse(String(body ?? 'null'));
}
