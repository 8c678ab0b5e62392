/**
 * Environment variables with secret values: the configuration has only the names of the secrets, whose values are fetched at
 * the start.
 */
import { readSecret } from '../../aws/read-secret.ts';
import { ConfigurationError } from './configuration.ts';

/**
 * The environment with the secrets of `SECRET_VARIABLES`, a JSON object of variables and names of secrets.
 * @throws {ConfigurationError} naming the variable and the secret, never a value
 */
export async function withSecrets(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { SECRET_VARIABLES: names } = environment;
  if (names === undefined) return environment;
  const texts = Object.entries<string>(JSON.parse(names)).map(async ([variable, id]) => {
    const text = await readSecret(id, environment).catch((cause: Error) => {
      throw new ConfigurationError(`${variable} has no text. ${cause.message}`, { cause });
    });
    return [variable, text] as const;
  });
  return { ...environment, ...Object.fromEntries(await Promise.all(texts)) };
}
