import { keySource } from './key-source.ts';
import { readObject } from './read-object.ts';
import { serviceUrl } from './service-url.ts';
import { signRequest } from './sign-request.ts';

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
 * One signed call: AWS's own clients cost a cold start more time than the call.
 *
 * @param timeout in milliseconds
 * @returns what the service answers
 * @throws Error that names the operation and the service's error, and nothing of what was sent or answered
 */
export async function callJson(
  { service, sdkId, target }: Operation,
  input: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  timeout: number,
): Promise<Record<string, unknown>> {
  const url = serviceUrl(service, sdkId, '/', environment);
  const body = JSON.stringify(input);
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
  const { AWS_REGION: region = '' } = environment;
  const signed = signRequest(
    { method: 'POST', url, headers, body },
    { region, service },
    await keySource(environment)(),
  );
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, { method: 'POST', headers: signed, body, signal });
  const text = await response.text();
  const answer = text === '' ? {} : readObject(text);
  if (response.ok && answer) return answer;
  throw new Error(`${target} answers ${response.status} ${answer?.__type ?? 'without a reason'}.`);
}
