/** Requests and responses as contracts see them, whatever carries them: API Gateway, a socket, a test. */
import { quote } from '../model/tensors.ts';
import { PROBLEM_MEDIA_TYPE, Problem } from '../problems/problems.ts';
import { modelBasePath } from './addresses.ts';

export interface HttpRequest {
  readonly method: string;
  /** As it was sent, with what a deployment puts before every path. */
  readonly path: string;
  /** Behind the question mark of its address. */
  readonly query?: string | undefined;
  readonly body: Buffer<ArrayBuffer>;
  /** Bytes that a body, decompressed, and a response may have. @default what API Gateway and Lambda accept */
  readonly maxBodyBytes?: number | undefined;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/** API Gateway's own, of an address that is signed beforehand. */
const SIGNATURE_PARAMETER = /^x-amz-/i;

/** @throws {Problem} `invalid-request` where there are parameters: what a request says stands in its body */
export function refuseQuery({ query }: HttpRequest): void {
  const unknown = [...new URLSearchParams(query).keys()].find((name) => !SIGNATURE_PARAMETER.test(name));
  if (unknown === undefined) return;
  throw new Problem(
    'invalid-request',
    `The address has the parameter ${quote(unknown)}, which is unknown: it takes none, everything stands in the body.`,
  );
}

export type Headers = Readonly<Record<string, string>>;

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Missing: the response has none. */
  readonly body?: string | Buffer<ArrayBuffer>;
}

export function json(status: number, content: unknown, headers: Headers = {}): HttpResponse {
  return uncached(status, JSON.stringify(content), headers);
}

/** A response that no cache may keep. @param body JSON, unless the headers say something else */
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

export function problemResponse(problem: Problem): HttpResponse {
  return json(problem.status, problem.details, { 'content-type': PROBLEM_MEDIA_TYPE, ...problem.headers });
}

/** Where a path names a model that the service does not have. */
export function unknownModel(name: string, models: readonly { readonly name: string }[]): Problem {
  const known = models.map((model) => quote(model.name)).join(', ');
  return new Problem('not-found', `There is no model ${quote(name)}; there is ${known}.`);
}

/** @param base path of a contract below each model's own @throws {Problem} where a request names another model */
export function requireModel(
  wanted: string | undefined,
  { name, models }: { readonly name: string; readonly models: readonly { readonly name: string }[] },
  base = '',
): void {
  if (wanted === undefined || wanted === name) return;
  const other = models.some((model) => model.name === wanted);
  throw new Problem(
    'not-found',
    other
      ? `The model ${quote(wanted)} has the base address ${modelBasePath(wanted)}${base} here.`
      : `There is no model ${quote(wanted)} at this address; there is ${quote(name)}.`,
  );
}

/** Throws where bytes are not UTF-8. */
export const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What a body is declared to be, without parameters; undefined where nothing is declared. */
export function declaredType({ header }: HttpRequest): string | undefined {
  return header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

/**
 * @param types says which media types there are. @default JSON alone
 * @throws {Problem} `media-type` when it is declared to be something else, `not-json` when it is not JSON in UTF-8
 */
export function readJson(request: HttpRequest, types?: string): unknown {
  const mediaType = declaredType(request);
  // API Gateway takes compressed JSON for text where it is declared to be JSON.
  const isBinary =
    mediaType === 'application/octet-stream' && request.header('content-encoding') !== undefined;
  if (mediaType !== undefined && !isBinary && !JSON_TYPE.test(mediaType))
    throw new Problem('media-type', types);
  try {
    return JSON.parse(utf8.decode(request.body));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem('not-json');
    throw new Problem('not-json', 'The body must be one JSON object in UTF-8; it holds bytes that are none.');
  }
}
