/** Calls to AWS that have no client here, signed by AWS's own library. */
import { fromHttp } from '@aws-sdk/credential-provider-http';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity } from '@smithy/types';

/** In whose name a call is signed, and for what. */
export interface SigningScope {
  readonly region: string;
  /** As in the scope of the signature: `secretsmanager`. */
  readonly service: string;
  readonly credentials: AwsCredentialIdentity;
}

export interface SignedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly timeoutMilliseconds: number;
}

/**
 * The credentials of a function: those of its environment, where Lambda puts them for the life of an execution environment, else
 * those of the endpoint that it names, for environments that outlive theirs.
 */
export async function credentialsOf(environment: NodeJS.ProcessEnv): Promise<AwsCredentialIdentity> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!accessKeyId || !secretAccessKey) return fromHttp()();
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
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
