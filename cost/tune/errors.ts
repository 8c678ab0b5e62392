/** Lambda refused a call, or could not be reached; the message is one line that names the call. Exit code 1. */
export class LambdaError extends Error {
  override readonly name = 'LambdaError';
  /** HTTP status; undefined where Lambda gave no answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** The measurement itself came to nothing: the function failed or answered wrongly. Exit code 1. */
export class TuneError extends Error {
  override readonly name = 'TuneError';
}
