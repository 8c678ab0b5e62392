/** AWS Signature Version 4 for calls of AWS's own JSON and query protocols: one POST or GET. */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** Keys of an AWS identity. */
export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Gives the keys that are good now. */
export type KeySource = () => AwsKeys | Promise<AwsKeys>;

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
  { body, ...call }: AwsRequest,
  scope: SigningScope,
  keys: AwsKeys,
  date = new Date(),
): Record<string, string> {
  return new RequestSigner(call, scope).sign(body, keys, date);
}

const DATE_HEADER = 'x-amz-date';

/** What is the same in every signature under one session token: all of the canonical request but the date and the body. */
interface Canonical {
  readonly sessionToken: string | undefined;
  readonly beforeDate: string;
  readonly afterDate: string;
  readonly names: string;
}

/** The key of one day: it is derived from the secret in four steps. */
interface DayKey {
  readonly secret: string;
  readonly scope: string;
  readonly key: KeyObject;
}

/** Signs calls that differ in nothing but their bodies, with what they have in common made once. */
export class RequestSigner {
  readonly #call: Omit<AwsRequest, 'body'>;
  readonly #place: string;
  #canonical: Canonical | undefined;
  #dayKey: DayKey | undefined;

  constructor(call: Omit<AwsRequest, 'body'>, { region, service }: SigningScope) {
    this.#call = call;
    this.#place = `${region}/${service}/aws4_request`;
  }

  /** The headers of the call with this body, those that were given included. */
  sign(body: AwsRequest['body'], keys: AwsKeys, date = new Date()): Record<string, string> {
    const time = date.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const scope = `${time.slice(0, 8)}/${this.#place}`;
    const { beforeDate, afterDate, names } = this.#canonicalWith(keys.sessionToken);
    const canonical = `${beforeDate}${time}${afterDate}${sha256(body)}`;
    const signature = createHmac('sha256', this.#keyOf(keys.secretAccessKey, scope))
      .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`)
      .digest('hex');
    return {
      ...this.#headersWith(keys.sessionToken),
      [DATE_HEADER]: time,
      authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    };
  }

  #headersWith(sessionToken: string | undefined): Record<string, string> {
    const { headers, url } = this.#call;
    return {
      ...headers,
      host: url.host,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    };
  }

  #canonicalWith(sessionToken: string | undefined): Canonical {
    if (this.#canonical && this.#canonical.sessionToken === sessionToken) return this.#canonical;
    const { method, url } = this.#call;
    const headers: Record<string, string> = { ...this.#headersWith(sessionToken), [DATE_HEADER]: '' };
    const sorted = Object.keys(headers).sort();
    const lines = sorted.map((name) => `${name}:${headers[name]?.trim()}`);
    const date = sorted.indexOf(DATE_HEADER) + 1;
    const names = sorted.join(';');
    const beforeDate = [method, url.pathname, canonicalQuery(url), ...lines.slice(0, date)].join('\n');
    const afterDate = ['', ...lines.slice(date), '', names, ''].join('\n');
    this.#canonical = { sessionToken, beforeDate, afterDate, names };
    return this.#canonical;
  }

  /** As an object: made of its bytes anew for every signature, a key costs as much as seven signatures. */
  #keyOf(secret: string, scope: string): KeyObject {
    if (this.#dayKey?.secret !== secret || this.#dayKey.scope !== scope) {
      const bytes = scope
        .split('/')
        .reduce<string | Buffer>(
          (key, part) => createHmac('sha256', key).update(part).digest(),
          `AWS4${secret}`,
        );
      this.#dayKey = { secret, scope, key: createSecretKey(bytes as Buffer) };
    }
    return this.#dayKey.key;
  }
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map((pair) => pair.map(encode).join('='))
    .sort()
    .join('&');
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
