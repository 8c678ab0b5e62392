import { credentialsOf } from './credentials.ts';
import { serviceUrl } from './service-url.ts';
import { signedFetch } from './signed-fetch.ts';

/** An operation of a service that speaks AWS's protocol JSON 1.1. */
export interface Operation {
  /** As in its address: `secretsmanager`. */
  readonly service: string;
  /** As AWS's clients call it in `AWS_ENDPOINT_URL_…`: `SECRETS_MANAGER`. */
  readonly sdkId: string;
  /** `secretsmanager.GetSecretValue` */
  readonly target: string;
}

/**
 * @returns what the service responds with
 * @throws Error that names the operation and the service's error, and nothing of what was sent or came back
 */
export async function callJson(
  { service, sdkId, target }: Operation,
  input: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  timeoutMilliseconds: number,
): Promise<Record<string, unknown>> {
  const url = serviceUrl(service, sdkId, '/', environment);
  const body = JSON.stringify(input);
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
  const { AWS_REGION: region = '' } = environment;
  const response = await signedFetch(
    url,
    { method: 'POST', headers, body, timeoutMilliseconds },
    { region, service, credentials: await credentialsOf(environment) },
  );
  const output = readObject(await response.text());
  if (response.ok && output) return output;
  throw new Error(`${target} responded with ${response.status} ${output?.__type ?? 'without a reason'}.`);
}

/** Undefined where a service responds with something else, as proxies do. */
function readObject(text: string): Record<string, unknown> | undefined {
  if (text === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
