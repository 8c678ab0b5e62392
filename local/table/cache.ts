import { type CacheVariables, EMBEDDED_CREDENTIALS, REGION } from '../environments/function-variables.ts';
import { ServiceError } from '../service-error.ts';
import { EmbeddedDynamoDb } from './dynamodb.ts';
import { ensureTable } from './table.ts';

const DEFAULT_TABLE = 'subsecond-predictions';

/** The DynamoDB behind the result cache: the embedded one, or the one `AWS_ENDPOINT_URL_DYNAMODB` names. */
export interface Cache {
  readonly variables: CacheVariables;
  /** Process id of the embedded DynamoDB. */
  databasePid(): number | undefined;
  /** Creates the table if it is missing. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** @param log file descriptor for what the embedded DynamoDB prints */
export async function openCache(dataDirectory: string, log: number): Promise<Cache> {
  const table = process.env.TABLE_NAME ?? DEFAULT_TABLE;
  const given = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const region = process.env.AWS_REGION ?? REGION;
  if (given) {
    // A DynamoDB on this machine asks for no particular credentials, but the SDK insists on some.
    const anonymous = !process.env.AWS_ACCESS_KEY_ID && !process.env.AWS_PROFILE;
    const credentials = anonymous ? EMBEDDED_CREDENTIALS : undefined;
    return {
      variables: { endpoint: given, table, credentials },
      databasePid: () => undefined,
      prepare: () =>
        ensureTable({ endpoint: given, region, table, credentials }).catch((error: Error) => {
          console.error(
            `warning: no table ${table} at ${given} (${error.message}); answers may not be remembered`,
          );
        }),
      close: async () => {},
    };
  }
  const database = new EmbeddedDynamoDb(dataDirectory, log);
  await database.start();
  const { endpoint } = database;
  const variables = { endpoint, table, credentials: EMBEDDED_CREDENTIALS };
  return {
    variables,
    databasePid: () => database.pid,
    prepare: () =>
      ensureTable({ ...variables, region }).catch(() => {
        throw new ServiceError(
          `the table in ${dataDirectory} cannot be opened: if another service uses that folder, ` +
            'choose another one with --data',
        );
      }),
    close: () => database.stop(),
  };
}
