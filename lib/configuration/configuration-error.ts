/** An error in a deployment's configuration. The message is one line that says what would be right. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly exitCode = 2;
}

/** @throws ConfigurationError with the message `otherwise` if the condition does not hold */
export function requireThat(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new ConfigurationError(otherwise);
}
