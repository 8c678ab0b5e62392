/** Errors of commands about models and files that cannot be used. */

/** A model that does not exist or cannot be made. The message says what would be right. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
  /** Exit code for a command: 1 for a failure, 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: 1 | 2 } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** An error in a command's arguments. */
export function wrongUsage(message: string): RepositoryError {
  return new RepositoryError(message, { exitCode: 2 });
}

/** The error for a file in a command's arguments that cannot be read, with exit code 2 if it does not exist. */
export function cannotBeRead(file: string, cause: NodeJS.ErrnoException): RepositoryError {
  return cause.code === 'ENOENT'
    ? new RepositoryError(`there is no file ${file}`, { cause, exitCode: 2 })
    : new RepositoryError(`${file} cannot be read: ${cause.message}`, { cause });
}
