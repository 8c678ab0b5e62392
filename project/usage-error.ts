/** A mistake on the command line; the message is one line that says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode = 2;
}
