/** Calls to an address of API Gateway, for which AWS has no client, signed by AWS's own library. */
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity } from '@smithy/types';

/** In whose name a call is signed, and for what. */
export interface SigningScope {
  readonly region: string;
  /** As in the scope of the signature: `execute-api`. */
  readonly service: string;
  readonly credentials: AwsCredentialIdentity;
}

export interface SignedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly timeoutMilliseconds: number;
}

/** @throws {Error} where nothing comes in time */
export async function signedFetch(url: URL, request: SignedRequest, scope: SigningScope): Promise<Response> {
  const { method, headers, body, timeoutMilliseconds } = request;
  const signer = new SignatureV4({ ...scope, sha256: Sha256 });
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { ...headers, host: url.host },
    body,
  });
  return fetch(url, {
    method,
    headers: signed.headers,
    ...(method !== 'GET' && { body: body as NonNullable<RequestInit['body']> }),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
}
