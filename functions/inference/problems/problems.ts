/** All errors of the service except `GATEWAY_PROBLEMS`, as RFC 9457 problem details. The documentation's list comes from here. */
import * as v from 'valibot';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Advice for a service on one machine, where an option sets the limit of bodies. On AWS, this limit is fixed. */
export const LIMIT_OPTION = 'on one machine, npm start -- --max-body <MB> sets the limit';

/**
 * The key is the last part of the type's URN. Type, status and title never change after they are published. `detail` is the
 * documentation's example, and the text of a problem without a detail of its own.
 */
export const PROBLEMS = {
  'not-json': {
    status: 400,
    title: 'The body is not JSON',
    detail: 'The body must be JSON in UTF-8.',
  },
  'invalid-request': {
    status: 400,
    title: 'A field is missing or wrong',
    detail: '/image is missing.',
  },
  'invalid-base64': {
    status: 400,
    title: 'The image is not base64',
    detail:
      'The field image must be base64 of RFC 4648, section 4: A-Z a-z 0-9 + / with padding, no line breaks, alone or behind data:image/…;base64,',
  },
  'invalid-tensor': {
    status: 400,
    title: 'A tensor is missing or not what the model takes',
    detail: 'Input "x" is missing; it must be FP32 [1, 4].',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this address',
    detail: 'There is nothing at this path; /docs lists all paths.',
  },
  'unknown-version': {
    status: 404,
    title: 'The model has no such version',
    detail: 'The model "digits" has no version "7"; it has "1".',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not accept the method of the request',
    detail: 'This address accepts POST.',
  },
  'inflated-too-large': {
    status: 413,
    title: 'The body is too large once it is decompressed',
    detail: `The body may have at most 10485760 bytes once it is decompressed; ${LIMIT_OPTION}.`,
  },
  'text-too-long': {
    status: 413,
    title: 'A text is longer than the model takes',
    detail: 'Text 0 has 700 tokens, and the model takes at most 512.',
  },
  'media-type': {
    status: 415,
    title: 'The body is of a media type that is not accepted',
    detail: 'The body must be of media type application/json.',
  },
  'image-format': {
    status: 415,
    title: 'The image is in a format that is not accepted',
    detail: 'This is HEIC; send JPEG, PNG, WebP, AVIF, GIF or TIFF.',
  },
  'image-unreadable': {
    status: 422,
    title: 'The image cannot be decoded',
    detail: 'The image is damaged or incomplete: its size is missing.',
  },
  'image-too-many-pixels': {
    status: 422,
    title: 'The image has too many pixels',
    detail:
      'The image has 9000 × 9000 = 81000000 pixels; at most 50000000 are accepted (input.maxPixels of ensemble.json).',
  },
  'id-conflict': {
    status: 422,
    title: 'The id belongs to another request',
    detail: 'This id was used for a request with other content. Give every request its own id.',
  },
  'response-too-large': {
    status: 422,
    title: 'The response has too many bytes',
    detail:
      'The response is larger than the 6 MB that Lambda returns; request fewer outputs, or smaller ones.',
  },
  'too-much-memory': {
    status: 422,
    title: 'The request takes too much memory',
    detail: 'This request would take more memory than the model may use. Send less at once.',
  },
  'too-busy': {
    status: 429,
    title: 'All workers are busy',
    detail: 'A response before the deadline is no longer possible. Send the request again after Retry-After.',
  },
  internal: {
    status: 500,
    title: 'The service failed',
    detail: 'The request failed. Try again.',
  },
  'worker-died': {
    status: 502,
    title: 'A worker died',
    detail: 'The process that worked on this request ended before it responded. Send the request again.',
  },
  stopping: {
    status: 503,
    title: 'The service is stopping',
    detail: 'Requests in flight are being finished; new ones are not accepted.',
  },
  'not-ready': {
    status: 503,
    title: 'The model is not ready',
    detail: 'No worker has loaded the model yet. Send the request again after Retry-After.',
  },
  'deadline-exceeded': {
    status: 504,
    title: 'There is no response before the deadline',
    detail:
      'The model did not respond within its deadline of 1000 ms. A repeat with the same id gets the response, if there is one by then.',
  },
  'worker-timed-out': {
    status: 504,
    title: 'A worker timed out',
    detail: 'The worker was stopped because it did not respond within its time-out.',
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

export type ProblemName = keyof typeof PROBLEMS;

const FieldErrorSchema = v.object({ pointer: v.string(), detail: v.string() });
/** A wrong field: its place (RFC 6901 JSON pointer), and the reason. */
export type FieldError = v.InferOutput<typeof FieldErrorSchema>;

export const ProblemSchema = v.pipe(
  v.object({
    type: v.pipe(v.string(), v.description('Identifies the problem; never changes.')),
    title: v.pipe(v.string(), v.description('The problem in words.')),
    status: v.pipe(v.number(), v.integer(), v.description('The HTTP status.')),
    detail: v.pipe(v.string(), v.description('What is wrong with this request, and how to correct it.')),
    errors: v.optional(
      v.pipe(v.array(FieldErrorSchema), v.description('JSON pointer of each wrong field, and the reason.')),
    ),
  }),
  v.title('Problem'),
);
export type ProblemDetails = v.InferOutput<typeof ProblemSchema>;

export function problemType(name: string): string {
  return `urn:subsecond:problem:${name}`;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly problem: ProblemName;
  readonly errors: FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail what is wrong with this request, and what would be right. @default the detail in `PROBLEMS` */
  constructor(
    problem: ProblemName,
    detail: string = PROBLEMS[problem].detail,
    options: { errors?: FieldError[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    // Nobody reads the stack of a problem, and recording a stack takes much of the time of a refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
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
