/** AWS Signature Version 4 for calls of AWS's own JSON and query protocols: one POST or GET. */
import { createHmac, hash } from 'node:crypto';

/** Keys of an AWS identity. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A call to be signed. */
export interface AwsRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** For whom it is signed. */
export interface SigningScope {
  readonly region: string;
  /** As in the scope of the signature: `secretsmanager`. */
  readonly service: string;
}

/**
 * The headers of a signed request, those that were given included.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signRequest(
  { method, url, headers, body }: AwsRequest,
  { region, service }: SigningScope,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
  date = new Date(),
): Record<string, string> {
  const time = date.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = hmac(signingKey(secretAccessKey, scope), text).toString('hex');
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

/** The key of the last scope: it changes once a day. */
let last: { readonly secret: string; readonly scope: string; readonly key: Buffer } | undefined;

function signingKey(secret: string, scope: string): Buffer {
  if (last?.secret !== secret || last.scope !== scope) {
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
    last = { secret, scope, key };
  }
  return last.key;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

/** RFC 3986, which leaves fewer characters as they are than `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
