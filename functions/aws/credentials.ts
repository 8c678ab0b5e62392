/** A function's credentials: those of its environment, else those of the endpoint that it names. */
import { fromHttp } from '@aws-sdk/credential-provider-http';
import type { AwsCredentialIdentity } from '@smithy/types';

/** Undefined where the environment names none. */
export function namedCredentials(environment: NodeJS.ProcessEnv): AwsCredentialIdentity | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/**
 * Lambda puts credentials into the environment for the life of an execution environment; environments that outlive theirs have an
 * endpoint.
 */
export async function credentialsOf(environment: NodeJS.ProcessEnv): Promise<AwsCredentialIdentity> {
  return namedCredentials(environment) ?? fromHttp()();
}

/** Stands in bundles for the chain of AWS's clients (profiles, SSO, instance metadata), which finds nothing more on Lambda. */
export const defaultProvider = () => () => credentialsOf(process.env);
