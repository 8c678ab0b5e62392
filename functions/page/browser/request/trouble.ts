/** Errors in words for the user. */

/** Largest picture file that the page opens, in bytes; a phone's photographs have 2 to 12 MB. */
export const MAX_FILE_BYTES = 25_000_000;
/** Shortest timeout of the page. */
const LEAST_TIMEOUT_MILLISECONDS = 10_000;

/** @param deadlineMilliseconds the service's deadline. @returns milliseconds after which the page gives up */
export function timeoutFor(deadlineMilliseconds: number): number {
  return Math.max(LEAST_TIMEOUT_MILLISECONDS, 2 * deadlineMilliseconds);
}

/** An error for the user, with advice. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly title: string;
  /** Whether a retry can help. */
  readonly worthRepeating: boolean;
  /** Seconds to wait before an automatic retry; undefined for errors that are not retried automatically. */
  readonly waitSeconds: number | undefined;

  constructor(title: string, advice: string, worthRepeating = false, waitSeconds?: number) {
    super(advice);
    this.title = title;
    this.worthRepeating = worthRepeating;
    this.waitSeconds = waitSeconds;
  }
}

export const notAPicture = (reason?: string) =>
  new Trouble(
    'That is not a picture',
    reason ?? 'Choose a photograph or a drawing, for example a JPEG, PNG, WebP, AVIF, GIF or TIFF file.',
  );

export const notOpened = (format: string) =>
  new Trouble(
    `This browser cannot open ${format} pictures`,
    'Use Safari, or save the picture as a JPEG. A phone saves JPEGs if its camera is set to the most compatible format.',
  );

export const tooLarge = (bytes: number) =>
  new Trouble(
    'That picture is too large',
    `It has ${Math.ceil(bytes / 1e6)} MB; at most ${MAX_FILE_BYTES / 1e6} MB can be opened here. ` +
      'Choose a smaller picture, or crop it.',
  );

export const noConnection = () =>
  new Trouble(
    'No connection',
    'The service cannot be reached. Your input is still here: try again when you are back online.',
    true,
  );

export const late = (timeout: number) =>
  new Trouble(
    'No response yet',
    `The service took longer than ${timeout / 1000} seconds. It may have finished by now: ` +
      'a retry with the same id then gets the cached response.',
    true,
  );

/**
 * The body of an error. It has a title and a detail as in RFC 9457, or `error` as in the Open Inference Protocol. API Gateway's
 * own errors have none of these fields.
 */
export interface ProblemDetails {
  readonly title?: string;
  readonly detail?: string;
  readonly error?: string;
}

/**
 * @param status of the HTTP response
 * @param retryAfter its `retry-after` header, in seconds
 */
export function troubleOf(status: number, problem: ProblemDetails, retryAfter: string | null): Trouble {
  const reason = problem.detail ?? problem.error;
  if (status === 413) {
    return new Trouble('That is too large', reason ?? 'The service does not take a request of this size.');
  }
  if (status === 429 || status === 503) {
    const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
    const wait = seconds === undefined ? 'in a moment' : `in ${seconds} s`;
    const [why = 'Its queue is full.'] = status === 503 && reason ? [reason] : [];
    return new Trouble(
      'The service is busy',
      `${why} Try again ${wait}; nothing is lost.`,
      true,
      status === 429 ? (seconds ?? 1) : undefined,
    );
  }
  if (status === 415) return notAPicture(reason);
  if (status === 504) return new Trouble('No response yet', reason ?? 'It did not come in time.', true);
  if (status >= 500) {
    return new Trouble('The service failed', 'The input was not at fault. Try again.', true);
  }
  return new Trouble(
    problem.title ?? 'The request was rejected',
    reason ?? `The service responded with status ${status}.`,
  );
}

/** Any thrown value as an error for the user. */
export function asTrouble(error: unknown): Trouble {
  if (error instanceof Trouble) return error;
  const { message } = error as Error;
  return new Trouble('This page failed', `Reload it and try again. The error was: ${message}`);
}
