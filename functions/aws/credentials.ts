/** A function's credentials. They come from environment variables, or else from an endpoint that a variable names. */
import { fromHttp } from '@aws-sdk/credential-provider-http';
import type { AwsCredentialIdentity } from '@smithy/types';

/** The credentials in the environment's variables; undefined if there are none. */
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
 * Replaces AWS's credential chain (profiles, SSO, instance metadata) in bundles. On Lambda, the chain finds the same credentials:
 * Lambda sets them in variables for the lifetime of an execution environment, or names their endpoint in a variable.
 */
export const defaultProvider = () => async () => namedCredentials(process.env) ?? fromHttp()();
