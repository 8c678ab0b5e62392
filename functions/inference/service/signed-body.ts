import { createHash } from 'node:crypto';
import { type HttpEvent, readBytes } from './http.ts';
import { Problem } from './problems.ts';

/** What an authorizer before the function has found in the caller's signature (`functions/authorizer`). */
interface Signed {
  readonly authorizer?: { readonly lambda?: { readonly bodySha256?: string } };
}

/**
 * An authorizer gets no body: it hands on the digest that was signed.
 *
 * @throws {Problem} `signature` when the body is another
 */
export function checkSignedBody(event: HttpEvent | undefined): void {
  const digest = (event?.requestContext as Signed | undefined)?.authorizer?.lambda?.bodySha256;
  if (!event || digest === undefined) return;
  if (createHash('sha256').update(readBytes(event)).digest('hex') !== digest) {
    throw new Problem('signature', 'Sign the SHA-256 of the body as it is sent.');
  }
}
