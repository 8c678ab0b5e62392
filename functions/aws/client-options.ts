import { namedCredentials } from './credentials.ts';

/**
 * Common options of AWS's clients. If the environment has no region, access keys or endpoint, the clients find them themselves.
 *
 * @param environment may have AWS's variables for region, access keys and endpoint, such as `AWS_REGION`
 * @param service the name in `AWS_ENDPOINT_URL_<service>`, such as `SECRETS_MANAGER`
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
