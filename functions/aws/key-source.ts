import { containerKeys } from './container-keys.ts';
import { renewing } from './renewing-keys.ts';
import type { KeySource } from './sign-request.ts';

/**
 * Whose keys sign a function's calls, as AWS's clients look for them: those in the environment, where Lambda puts them for the
 * life of an execution environment; else those of the endpoint that it names, for environments that outlive their keys.
 *
 * @param otherwise where the environment names neither
 */
export function keySource(environment: NodeJS.ProcessEnv, otherwise: KeySource = noKeys): KeySource {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: address,
  } = environment;
  if (accessKeyId && secretAccessKey) {
    const keys = { accessKeyId, secretAccessKey, sessionToken };
    return () => keys;
  }
  return address ? renewing(() => containerKeys(address, environment)) : otherwise;
}

function noKeys(): never {
  throw new Error('Neither AWS_ACCESS_KEY_ID nor AWS_CONTAINER_CREDENTIALS_FULL_URI is set.');
}
