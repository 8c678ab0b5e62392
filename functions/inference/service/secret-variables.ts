/**
 * Environment variables with secret values. The function's configuration has only the names of the secrets. Their values
 * are fetched when the function starts.
 */
import { readSecret } from '../../aws/read-secret.ts';
import { ConfigurationError } from './configuration.ts';

/**
 * Adds secrets to the environment. `SECRET_VARIABLES` is a JSON object: for each variable, the name or the ARN of its secret.
 * @throws {ConfigurationError} naming the variable and the secret, never a value
 */
export async function withSecrets(environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { SECRET_VARIABLES: names } = environment;
  if (names === undefined) return environment;
  const texts = Object.entries<string>(JSON.parse(names)).map(async ([variable, id]) => {
    const text = await readSecret(id, environment).catch((cause: Error) => {
      throw new ConfigurationError(`${variable} has no value. ${cause.message}`, { cause });
    });
    return [variable, text] as const;
  });
  return { ...environment, ...Object.fromEntries(await Promise.all(texts)) };
}
