import type { AwsKeys } from './sign-request.ts';

/** A function's own keys, where Lambda puts them for AWS's clients. */
export function ownKeys(environment: NodeJS.ProcessEnv): AwsKeys {
  return {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: environment.AWS_SESSION_TOKEN,
  };
}
