/** Requests and responses as contracts see them, independent of API Gateway, sockets and tests. */
import { quote } from '../model/tensors.ts';
import { PROBLEM_MEDIA_TYPE, Problem, type ProblemDetails } from '../problems/problems.ts';

export interface HttpRequest {
  readonly method: string;
  /** Path as it was sent. It may begin with the deployment's secret prefix, and then with `/models/<model>`. */
  readonly path: string;
  /** Query of the request's address, without the question mark. */
  readonly query?: string | undefined;
  readonly body: Buffer<ArrayBuffer>;
  /** Limit of a decompressed body and of a response in bytes. @default the limits of API Gateway and Lambda */
  readonly maxBodyBytes?: number | undefined;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/** Parameters that AWS adds to a presigned address. */
const SIGNATURE_PARAMETER = /^x-amz-/i;

/** Refuses query parameters except a signature's: a request has its fields in the body. @throws {Problem} `invalid-request` */
export function refuseQuery({ query }: HttpRequest): void {
  const unknown = [...new URLSearchParams(query).keys()].find((name) => !SIGNATURE_PARAMETER.test(name));
  if (unknown === undefined) return;
  throw new Problem(
    'invalid-request',
    `The address has the parameter ${quote(unknown)}, but it takes no parameters: put everything into the body.`,
  );
}

export type Headers = Readonly<Record<string, string>>;

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: string | Buffer<ArrayBuffer>;
}

export function json(status: number, content: unknown, headers: Headers = {}): HttpResponse {
  return uncached(status, JSON.stringify(content), headers);
}

/** A response that caches must not store. @param body JSON, unless the headers say otherwise */
export function uncached(
  status: number,
  body: string | Buffer<ArrayBuffer>,
  headers: Headers = {},
): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body,
  };
}

/** The form in which a contract writes problems. The local server knows no contract, and writes problem details. */
export interface ErrorForm {
  /** Name in the OpenAPI document, both of the form's schema and of the response that has this schema. */
  readonly schema: string;
  readonly mediaType: string;
  bodyOf(problem: ProblemDetails): unknown;
}

export const PROBLEM_FORM: ErrorForm = {
  schema: 'Problem',
  mediaType: PROBLEM_MEDIA_TYPE,
  bodyOf: (problem) => problem,
};

export function problemResponse(
  { status, details, headers }: Problem,
  { mediaType, bodyOf }: ErrorForm = PROBLEM_FORM,
): HttpResponse {
  return json(status, bodyOf(details), { 'content-type': mediaType, ...headers });
}

/** Throws if bytes are not UTF-8. */
export const utf8 = new TextDecoder('utf-8', { fatal: true });

export function declaredType({ header }: HttpRequest): string | undefined {
  return header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

/**
 * @param types the problem's detail, which names the accepted media types. @default JSON only
 * @throws {Problem} `media-type` if another type is declared, `not-json` if the body is not JSON in UTF-8
 */
export function readJson(request: HttpRequest, types?: string): unknown {
  const mediaType = declaredType(request);
  // On AWS, compressed JSON must be declared as binary, because API Gateway treats every body declared as JSON as text.
  const isBinary =
    mediaType === 'application/octet-stream' && request.header('content-encoding') !== undefined;
  if (mediaType !== undefined && !isBinary && !JSON_TYPE.test(mediaType))
    throw new Problem('media-type', types);
  return parseJson(request.body);
}

/** @param detail of the problem @throws {Problem} `not-json` if the bytes are not JSON in UTF-8 */
export function parseJson(bytes: Uint8Array, detail?: string): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Problem('not-json', detail);
  }
}
