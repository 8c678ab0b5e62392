/** What went wrong, in words for a person. */

/** Bytes of a picture file that a browser is asked to open; a phone's photographs have 2 to 12 MB. */
export const MAX_FILE_BYTES = 25_000_000;
/** How long the page waits for an answer. */
export const PATIENCE_MILLISECONDS = 10_000;

/** Something that a person can be told, and perhaps do something about. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly title: string;
  /** Whether asking the same thing again can help. */
  readonly worthRepeating: boolean;

  constructor(title: string, advice: string, worthRepeating = false) {
    super(advice);
    this.title = title;
    this.worthRepeating = worthRepeating;
  }
}

export const notAPicture = () =>
  new Trouble('That is not a picture', 'Choose a photograph or a drawing, for example a JPEG or PNG file.');

export const tooLarge = (bytes?: number) =>
  new Trouble(
    'That picture is too large',
    `${bytes ? `It has ${Math.round(bytes / 1e6)} MB; at` : 'At'} most ${MAX_FILE_BYTES / 1e6} MB can be opened here. ` +
      'Choose a smaller one, or cut the character out of it.',
  );

export const noConnection = () =>
  new Trouble(
    'No connection',
    'The service cannot be reached. What you drew is still here: try again when you are back online.',
    true,
  );

export const late = () =>
  new Trouble(
    'No answer yet',
    `The service took longer than ${PATIENCE_MILLISECONDS / 1000} seconds. It may have finished by now: ` +
      'asked again with the same id, it then answers at once.',
    true,
  );

/** The parts of an RFC 9457 problem that matter here; API Gateway's own errors have none of them. */
export interface ProblemDetails {
  readonly title?: string;
  readonly detail?: string;
}

/**
 * @param status of the HTTP response
 * @param retryAfter its `retry-after` header, in seconds
 */
export function troubleOf(status: number, problem: ProblemDetails, retryAfter: string | null): Trouble {
  if (status === 413) return tooLarge();
  if (status === 429 || status === 503) {
    const wait = /^\d+$/.test(retryAfter ?? '') ? `in ${retryAfter} s` : 'in a moment';
    return new Trouble(
      'The service is busy',
      `Others were faster. Try again ${wait}; nothing is lost.`,
      true,
    );
  }
  if (status === 415) return notAPicture();
  if (status >= 500) {
    return new Trouble('The service stumbled', 'That was not your fault. Try again.', true);
  }
  return new Trouble(
    problem.title ?? 'The question was refused',
    problem.detail ?? `The service answered with status ${status}.`,
  );
}

export const unforeseen = ({ message }: Error) =>
  new Trouble('This page stumbled', `Reload it and try again. What happened: ${message}`);
