/** A model that is not there or cannot be made; the message says what would be right. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
  /** Exit code for a command: 1 for a failure, 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: 1 | 2 } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** What a command was called with cannot be right. */
export function wrongUsage(message: string): RepositoryError {
  return new RepositoryError(message, { exitCode: 2 });
}
