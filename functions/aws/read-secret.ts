import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { clientOptions } from './client-options.ts';

/** Two attempts of one second each, because a caller may be waiting for the start. */
const LIMITS = { timeoutMilliseconds: 1_000, maxAttempts: 2 };

/** Beginning of a parameter's name or ARN. A name that does not begin with a slash counts as the name of a secret. */
const PARAMETER = /^\/|^arn:[\w-]+:ssm:/;

/**
 * Reads a parameter of Parameter Store if `id` begins with a slash or is a parameter's ARN. Otherwise reads a secret of
 * Secrets Manager.
 *
 * @param id name or ARN
 * @throws Error that names the secret and AWS's error, without request or response
 */
export function readSecret(id: string, environment: NodeJS.ProcessEnv): Promise<string> {
  return PARAMETER.test(id) ? readParameter(id, environment) : readManagedSecret(id, environment);
}

/** Reads a secret of Secrets Manager. A bundle that uses only this function contains no client of Parameter Store. */
export function readManagedSecret(id: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const client = new SecretsManagerClient(clientOptions(environment, 'SECRETS_MANAGER', LIMITS));
  const command = new GetSecretValueCommand({ SecretId: id });
  return textOf(id, async () => (await client.send(command)).SecretString);
}

function readParameter(id: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const client = new SSMClient(clientOptions(environment, 'SSM', LIMITS));
  const command = new GetParameterCommand({ Name: id, WithDecryption: true });
  return textOf(id, async () => (await client.send(command)).Parameter?.Value);
}

async function textOf(id: string, send: () => Promise<string | undefined>): Promise<string> {
  // Errors of sockets have a `code`. Errors of AWS and of its client have a name, and perhaps a status.
  const text = await send().catch(({ name, code = name, $metadata }) => {
    // The message is left out, because it may contain the response.
    const status = $metadata?.httpStatusCode === undefined ? '' : `${$metadata.httpStatusCode} `;
    throw new Error(`The secret ${id} cannot be read: ${status}${code}.`);
  });
  if (text) return text;
  throw new Error(`The secret ${id} has no text.`);
}
