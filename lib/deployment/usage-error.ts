/** A command line that says something the program does not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
