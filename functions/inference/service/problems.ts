/** Every error a caller can get, as RFC 9457 problem details. The documentation lists them from here. */
import * as v from 'valibot';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** `type` (the last part of the URN), status and title of each; neither changes once published. */
export const PROBLEMS = {
  'not-json': { status: 400, title: 'The body is not JSON' },
  'invalid-request': { status: 400, title: 'A field is missing or not what it should be' },
  'invalid-base64': { status: 400, title: 'The image is not base64' },
  'invalid-tensor': { status: 400, title: 'A tensor is missing or not what the model takes' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'unknown-version': { status: 404, title: 'The model has no such version' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  'image-too-large': { status: 413, title: 'The image has too many bytes' },
  'media-type': { status: 415, title: 'The body is of a media type that is not taken' },
  'image-format': { status: 415, title: 'The image is in a format that is not taken' },
  'image-unreadable': { status: 422, title: 'The image cannot be decoded' },
  'image-too-many-pixels': { status: 422, title: 'The image has too many pixels' },
  'id-conflict': { status: 422, title: 'The request id belongs to another question' },
  'answer-too-large': { status: 422, title: 'The answer has too many bytes' },
  internal: { status: 500, title: 'The service failed' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemName = keyof typeof PROBLEMS;

/** A field that is wrong: where (RFC 6901 JSON pointer) and how. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/** The body of an error. */
export const ProblemSchema = v.pipe(
  v.object({
    type: v.pipe(v.string(), v.description('Which problem it is; never changes.')),
    title: v.pipe(v.string(), v.description('The problem in words.')),
    status: v.pipe(v.number(), v.integer(), v.description('The HTTP status.')),
    detail: v.pipe(v.string(), v.description('What is wrong with this request, and what would be right.')),
    errors: v.optional(
      v.pipe(
        v.array(v.object({ pointer: v.string(), detail: v.string() })),
        v.description('Each field that is wrong, as a JSON pointer.'),
      ),
    ),
  }),
  v.title('Problem'),
);
export type ProblemDetails = v.InferOutput<typeof ProblemSchema>;

export function problemType(name: ProblemName): string {
  return `urn:subsecond:problem:${name}`;
}

export interface ProblemOptions {
  readonly errors?: FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ends a request with one of `PROBLEMS`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  readonly errors: FieldError[] | undefined;
  /** Headers that the response must carry. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail what is wrong with this request, and what would be right */
  constructor(problem: ProblemName, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.problem = problem;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.problem].status;
  }

  get details(): ProblemDetails {
    const { status, title } = PROBLEMS[this.problem];
    const details = { type: problemType(this.problem), title, status, detail: this.message };
    return this.errors ? { ...details, errors: this.errors } : details;
  }
}
