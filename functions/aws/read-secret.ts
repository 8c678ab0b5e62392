import { callJson } from './call-json.ts';

/** A start may take this long, and a caller may wait for it. */
const TIMEOUT_MILLISECONDS = 2_000;

/** Begins the names of parameters, which Parameter Store keeps in a tree. */
const PARAMETER = /^\/|^arn:[\w-]+:ssm:/;

/**
 * Reads a secret: a parameter of Parameter Store where its name begins with a slash or its ARN says so, else one of Secrets
 * Manager.
 *
 * @param id name or ARN
 * @throws Error that names the secret and what is wrong, never its text
 */
export async function readSecret(id: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const text = PARAMETER.test(id) ? await readParameter(id, environment) : await readManaged(id, environment);
  if (typeof text === 'string' && text !== '') return text;
  throw new Error(`The secret ${id} has no text.`);
}

async function readManaged(id: string, environment: NodeJS.ProcessEnv): Promise<unknown> {
  const operation = {
    service: 'secretsmanager',
    sdkId: 'SECRETS_MANAGER',
    target: 'secretsmanager.GetSecretValue',
  };
  return (await call(operation, { SecretId: id }, id, environment)).SecretString;
}

async function readParameter(id: string, environment: NodeJS.ProcessEnv): Promise<unknown> {
  const operation = { service: 'ssm', sdkId: 'SSM', target: 'AmazonSSM.GetParameter' };
  const output = await call(operation, { Name: id, WithDecryption: true }, id, environment);
  return (output.Parameter as { Value?: unknown } | undefined)?.Value;
}

async function call(
  operation: Parameters<typeof callJson>[0],
  input: Readonly<Record<string, unknown>>,
  id: string,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  try {
    return await callJson(operation, input, environment, TIMEOUT_MILLISECONDS);
  } catch (error) {
    throw new Error(`The secret ${id} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
