/** The service cannot start with these options; the message is one line that says what would be right. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** Exit code for a command: 1 for a failure, 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Message for a start that took too long. */
export function describeSlow(milliseconds: number): string {
  return (
    `it was not ready within ${milliseconds / 1000} s, because it is large or does not end; ` +
    'allow more with --load-timeout'
  );
}
