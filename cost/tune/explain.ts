import { LambdaServiceException } from '@aws-sdk/client-lambda';
import { LambdaError } from './errors.ts';

/** What AWS's client throws: its own exceptions, those of Node's sockets, and answers that it cannot read. */
type Failure = Error & {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
};

/**
 * Makes one line of what went wrong with a call. An AbortError stays one.
 * @param purpose what the call does
 * @param timeout milliseconds that it had
 */
export function explain(purpose: string, cause: Failure, timeout: number): Error {
  const { name, code } = cause;
  // Further lines are advice to programmers, or what was signed.
  const [message = ''] = cause.message.split('\n', 1);
  if (name === 'AbortError') {
    return cause;
  }
  if (name === 'CredentialsProviderError') {
    return new LambdaError(`There are no AWS credentials: ${message}`, undefined, { cause });
  }
  const status = cause.$metadata?.httpStatusCode;
  if (cause instanceof LambdaServiceException) {
    const answer = `Lambda answered ${status}, ${name}: ${message}`;
    return new LambdaError(`Cannot ${purpose}: ${answer}`, status, { cause });
  }
  return new LambdaError(`Cannot ${purpose}: ${reason()}.`, undefined, { cause });

  function reason(): string {
    if (name === 'SyntaxError') {
      return `the answer, with status ${status}, is not Lambda's: it is no JSON`;
    }
    // Refused and broken connections bear the name as well, with codes of their own.
    if (name === 'TimeoutError' && (code === undefined || code === 'ETIMEDOUT')) {
      return `no answer within ${timeout / 1000} s`;
    }
    return message.replace(/\.$/, '') || code || name;
  }
}
