/** Requests and responses as contracts see them, independent of API Gateway, sockets and tests. */
import { quote } from '../model/tensors.ts';
import { PROBLEM_MEDIA_TYPE, Problem, type ProblemDetails } from '../problems/problems.ts';
import { modelBasePath } from './addresses.ts';

export interface HttpRequest {
  readonly method: string;
  /** Path as it was sent, including the prefix of the deployment. */
  readonly path: string;
  /** Query of the request's address, without the question mark. */
  readonly query?: string | undefined;
  readonly body: Buffer<ArrayBuffer>;
  /** Limit of a decompressed body and of a response in bytes. @default the limits of API Gateway and Lambda */
  readonly maxBodyBytes?: number | undefined;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/** API Gateway's own parameters, of a presigned address. */
const SIGNATURE_PARAMETER = /^x-amz-/i;

/** @throws {Problem} `invalid-request` if there are parameters, because everything that a request says is in its body */
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
  /** The content; undefined for a response without a body. */
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

/** The form in which a contract writes problems. The gateway, which knows no contract, writes problem details. */
export interface ErrorForm {
  /** Name of the form's schema and of its response. */
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

/** The problem for a path with an unknown model. */
export function unknownModel(name: string, models: readonly { readonly name: string }[]): Problem {
  const known = models.map((model) => quote(model.name)).join(', ');
  return new Problem('not-found', `There is no model ${quote(name)}; available: ${known}.`);
}

/** The problem for a path with a version that the model does not have. */
export function unknownVersion(
  wanted: string,
  { name, version }: { readonly name: string; readonly version: string },
): Problem {
  const detail = `The model ${quote(name)} has no version ${quote(wanted)}; it has ${quote(version)}.`;
  return new Problem('unknown-version', detail);
}

/**
 * @param base path of a contract below each model's own
 * @throws {Problem} if a request names another model
 */
export function requireModel(
  wanted: string | undefined,
  { name, models }: { readonly name: string; readonly models: readonly { readonly name: string }[] },
  base = '',
): void {
  if (wanted === undefined || wanted === name) return;
  if (!models.some((model) => model.name === wanted)) throw unknownModel(wanted, models);
  const address = `${modelBasePath(wanted)}${base}`;
  throw new Problem('not-found', `The model ${quote(wanted)} has the base address ${address} here.`);
}

/** Throws if bytes are not UTF-8. */
export const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The declared media type of a body, without parameters; undefined without a declaration. */
export function declaredType({ header }: HttpRequest): string | undefined {
  return header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json$/;

/**
 * @param types names the accepted media types. @default JSON only
 * @throws {Problem} `media-type` if another type is declared, `not-json` if the body is not JSON in UTF-8
 */
export function readJson(request: HttpRequest, types?: string): unknown {
  const mediaType = declaredType(request);
  // Compressed JSON has to be declared as binary, because API Gateway takes a body that is declared as JSON for text.
  const isBinary =
    mediaType === 'application/octet-stream' && request.header('content-encoding') !== undefined;
  if (mediaType !== undefined && !isBinary && !JSON_TYPE.test(mediaType))
    throw new Problem('media-type', types);
  try {
    return JSON.parse(utf8.decode(request.body));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem('not-json');
    throw new Problem('not-json', 'The body must be one JSON object in UTF-8; it has invalid bytes.');
  }
}
