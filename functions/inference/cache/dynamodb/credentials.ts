/** Whose keys sign what is asked of DynamoDB. */
import { ownKeys } from '../../../aws/own-keys.ts';
import type { AwsKeys } from '../../../aws/sign-request.ts';

export type Credentials = () => AwsKeys | Promise<AwsKeys>;

/**
 * The keys that Lambda gives by environment variables: they stay the same for the life of an execution environment, so
 * nothing is looked up in files or metadata services. Without them, on somebody's machine, AWS's client looks for a profile.
 */
export function credentialsIn(environment: NodeJS.ProcessEnv): Credentials {
  const keys = ownKeys(environment);
  if (keys.accessKeyId !== '' && keys.secretAccessKey !== '') return () => keys;
  let found: Promise<Credentials> | undefined;
  return async () => {
    found ??= findByClient(environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION);
    return (await found)();
  };
}

async function findByClient(region = 'us-east-1'): Promise<Credentials> {
  const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
  return new DynamoDBClient({ region }).config.credentials;
}
