/** Whose keys sign what is asked of DynamoDB. */
import { keySource } from '../../../aws/key-source.ts';
import type { KeySource } from '../../../aws/sign-request.ts';

/** A function's own keys; on somebody's machine, where there are none, AWS's client looks for a profile. */
export function credentialsIn(environment: NodeJS.ProcessEnv): KeySource {
  let found: Promise<KeySource> | undefined;
  return keySource(environment, async () => {
    found ??= findByClient(environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION);
    return (await found)();
  });
}

async function findByClient(region = 'us-east-1'): Promise<KeySource> {
  const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
  return new DynamoDBClient({ region }).config.credentials;
}
