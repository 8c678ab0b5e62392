/** The service or one of its models cannot start on this machine, or a measurement failed. The message is one line. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

/** Message for a start that took too long. */
export function describeSlow(milliseconds: number): string {
  return (
    `it was not ready within ${milliseconds / 1000} s; ` +
    'if it only needs more time, allow more with --load-timeout'
  );
}
