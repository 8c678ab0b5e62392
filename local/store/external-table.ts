/** A table in DynamoDB as the store of this machine, which services on other machines may share. */
import { type DynamoStore, openDynamoStore } from '../../functions/inference/cache/dynamodb-store.ts';
import { ServiceError } from '../service-error.ts';

/** Time for the first response of a table, including the connection and the search for credentials. */
const TIMEOUT_MILLISECONDS = 5000;

/** Advice about errors of AWS's client, by name. */
const ADVICE: Readonly<Record<string, (table: string) => string>> = {
  ResourceNotFoundException: (table) =>
    `create it: aws dynamodb create-table --table-name ${table} --billing-mode PAY_PER_REQUEST ` +
    '--attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH',
  ValidationException: () => 'it needs the key "id", a string, and no sort key',
  CredentialsProviderError: () => 'set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  UnrecognizedClientException: () => 'the credentials are not valid there',
  ExpiredTokenException: () => 'the credentials have expired',
  AccessDeniedException: () => 'the credentials must allow dynamodb:GetItem and dynamodb:PutItem',
};

/**
 * @param environment region, credentials and endpoint as AWS's tools read them
 * @param requests that use the table at once
 * @param tries whether the table must respond now
 * @throws {ServiceError} when the table cannot be used
 */
export async function openTable(
  table: string,
  environment: NodeJS.ProcessEnv,
  requests: number,
  tries: boolean,
): Promise<DynamoStore> {
  const { store } = openDynamoStore(table, environment, requests);
  if (!tries) return store;
  try {
    await store.get('probe', AbortSignal.timeout(TIMEOUT_MILLISECONDS));
  } catch (error) {
    store.close();
    const { name, message } = error as Error;
    const advice = /region/i.test(message) ? 'set AWS_REGION' : ADVICE[name]?.(table);
    const reason = name === 'AbortError' ? 'it does not respond' : message;
    throw new ServiceError(`the table ${table} cannot be used: ${reason}${advice ? `; ${advice}` : ''}`);
  }
  return store;
}
