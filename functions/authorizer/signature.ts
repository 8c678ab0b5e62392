/**
 * Requests signed with a key that caller and service share, in the header `authorization`:
 *
 *     HMAC-SHA256 caller=bank, time=1795315965, body=<SHA-256 of the body, hex>, signature=<hex>
 *
 * The signature is HMAC-SHA256 (RFC 2104) with the caller's key over the four lines of {@link textToSign}.
 */
import { createHash, createHmac } from 'node:crypto';

/** What a header says, read but not yet believed. */
export interface Signature {
  readonly caller: string;
  /** Seconds since 1970 at which it was made. */
  readonly time: number;
  /** SHA-256 of the body, hex. */
  readonly body: string;
  readonly signature: string;
}

/** The request that was signed. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
}

const HEADER =
  /^HMAC-SHA256 caller=([A-Za-z0-9._@-]{1,64}), ?time=(\d{10}), ?body=([0-9a-f]{64}), ?signature=([0-9a-f]{64})$/;

/** @returns undefined for a header of any other form */
export function readSignature(header: string | undefined): Signature | undefined {
  const [, caller, time, body, signature] = HEADER.exec(header ?? '') ?? [];
  if (!caller || !time || !body || !signature) return undefined;
  return { caller, time: Number(time), body, signature };
}

/** The signature that a request must carry, hex. */
export function sign(
  key: string,
  request: SignedRequest,
  { time, body }: Pick<Signature, 'time' | 'body'>,
): string {
  return createHmac('sha256', key)
    .update(textToSign(request, time, body))
    .digest('hex');
}

/** A header for a request, as a caller makes it. */
export function signedHeader(
  { caller, key }: { caller: string; key: string },
  request: SignedRequest & { body: string | Uint8Array },
  time: number,
): string {
  const body = createHash('sha256').update(request.body).digest('hex');
  const signature = sign(key, request, { time, body });
  return `HMAC-SHA256 caller=${caller}, time=${time}, body=${body}, signature=${signature}`;
}

function textToSign({ method, path }: SignedRequest, time: number, body: string): string {
  return [time, method, path, body].join('\n');
}
