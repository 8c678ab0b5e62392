import { namedCredentials } from './credentials.ts';

/**
 * What the clients of AWS have in common; they look for the rest (a region, credentials of a profile or an endpoint) by themselves.
 *
 * @param environment names region, keys and endpoint as AWS's clients read them
 * @param service as in `AWS_ENDPOINT_URL_<service>`: `SECRETS_MANAGER`
 * @param timeoutMilliseconds of each attempt
 */
export function clientOptions(
  environment: NodeJS.ProcessEnv,
  service: string,
  { timeoutMilliseconds, maxAttempts }: { timeoutMilliseconds: number; maxAttempts: number },
) {
  const region = environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION;
  const endpoint = environment[`AWS_ENDPOINT_URL_${service}`] ?? environment.AWS_ENDPOINT_URL;
  const credentials = namedCredentials(environment);
  return {
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts,
    requestHandler: {
      connectionTimeout: timeoutMilliseconds,
      requestTimeout: timeoutMilliseconds,
      throwOnRequestTimeout: true,
    },
  };
}
