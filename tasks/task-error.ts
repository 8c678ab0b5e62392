/** A task that is not there or cannot be made; the message says what would be right. */
export class TaskError extends Error {
  override readonly name = 'TaskError';
  /** Exit code for a command: 1 for a failure, 2 for wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: 1 | 2 } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
