import { readFile } from 'node:fs/promises';
import { readObject } from './read-object.ts';
import type { ExpiringKeys } from './renewing-keys.ts';

const TIMEOUT_MILLISECONDS = 1_000;

/** Where keys may be fetched without TLS: on this machine, and from the agents of ECS and EKS. */
const NEAR = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|169\.254\.170\.(2|23)|\[fd00:ec2::23\])$/;

/**
 * Keys from an endpoint beside the function.
 *
 * @param address value of `AWS_CONTAINER_CREDENTIALS_FULL_URI`
 * @param environment may hold a token for it: `AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE`, whose content may change, before
 * `AWS_CONTAINER_AUTHORIZATION_TOKEN`
 * @throws Error that tells nothing of what was answered
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html
 */
export async function containerKeys(address: string, environment: NodeJS.ProcessEnv): Promise<ExpiringKeys> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !NEAR.test(url.hostname)) {
    throw new Error(
      `AWS_CONTAINER_CREDENTIALS_FULL_URI must be https, or an address of this machine, not ${address}`,
    );
  }
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file, AWS_CONTAINER_AUTHORIZATION_TOKEN: given } =
    environment;
  const token = file ? (await readFile(file, 'utf8')).trim() : given;
  const response = await fetch(url, {
    headers: token ? { authorization: token } : {},
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  const keys = readKeys(await response.text());
  if (response.ok && keys) return keys;
  throw new Error(`The endpoint of the function's keys answers ${response.status}, and no keys.`);
}

function readKeys(text: string): ExpiringKeys | undefined {
  const {
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    Token: sessionToken,
    Expiration,
  } = readObject(text) ?? {};
  const expires = Date.parse(String(Expiration));
  return typeof accessKeyId === 'string' &&
    typeof secretAccessKey === 'string' &&
    typeof sessionToken === 'string' &&
    !Number.isNaN(expires)
    ? { accessKeyId, secretAccessKey, sessionToken, expires }
    : undefined;
}
