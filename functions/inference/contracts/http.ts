/** Requests and responses as contracts see them, whatever carries them: API Gateway, a socket, a test. */
import { PROBLEM_MEDIA_TYPE, Problem } from '../problems/problems.ts';

export interface HttpRequest {
  readonly method: string;
  /** As it was sent, with what a deployment puts before every path. */
  readonly path: string;
  readonly body: Buffer<ArrayBuffer>;
  /** Bytes that a body, decompressed, and a response may have. @default what API Gateway and Lambda accept */
  readonly maxBodyBytes?: number | undefined;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

export type Headers = Readonly<Record<string, string>>;

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Missing: the response has none. */
  readonly body?: string | Buffer<ArrayBuffer>;
}

export function json(status: number, content: unknown, headers: Headers = {}): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  };
}

export function problemResponse(problem: Problem): HttpResponse {
  return json(problem.status, problem.details, { 'content-type': PROBLEM_MEDIA_TYPE, ...problem.headers });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws {Problem} `media-type` when it is declared to be something else, `not-json` when it is not JSON in UTF-8 */
export function readJson({ body, header }: HttpRequest): unknown {
  const mediaType = header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== undefined && !/^application\/([\w.-]+\+)?json$/.test(mediaType)) {
    throw new Problem('media-type', 'The body must be of media type application/json.');
  }
  try {
    return JSON.parse(decoder.decode(body));
  } catch (error) {
    const detail =
      error instanceof SyntaxError
        ? 'The body must be one JSON object.'
        : 'The body must be one JSON object in UTF-8; it holds bytes that are none.';
    throw new Problem('not-json', detail);
  }
}
