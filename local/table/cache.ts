import { type CacheVariables, REGION } from '../environments/function-variables.ts';
import type { Incidents } from '../incidents.ts';
import { ServiceError } from '../service-error.ts';
import { EmbeddedDynamoDb } from './dynamodb.ts';
import { Table } from './table.ts';
import { TableKeeper } from './table-keeper.ts';

const DEFAULT_TABLE = 'subsecond-predictions';
/** A DynamoDB on this machine asks for no particular credentials, but the SDK insists on some. */
const ANY_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The DynamoDB behind the result cache: the embedded one, or the one `AWS_ENDPOINT_URL_DYNAMODB` names. */
export interface Cache {
  readonly variables: CacheVariables;
  /** Process id of the embedded DynamoDB. */
  databasePid(): number | undefined;
  /** Creates the table if it is missing; the embedded one is looked after from then on. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** What a cache needs of its service. */
export interface CacheSurroundings {
  readonly dataDirectory: string;
  /** File descriptor for what the embedded DynamoDB prints. */
  readonly log: number;
  readonly incidents: Pick<Incidents, 'report'>;
}

export async function openCache(surroundings: CacheSurroundings): Promise<Cache> {
  const table = process.env.TABLE_NAME ?? DEFAULT_TABLE;
  const region = process.env.AWS_REGION ?? REGION;
  const given = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  return given ? openGiven(given, table, region) : openEmbedded(table, region, surroundings);
}

function openGiven(endpoint: string, table: string, region: string): Cache {
  const anonymous = !process.env.AWS_ACCESS_KEY_ID && !process.env.AWS_PROFILE;
  const variables = { endpoint, table, credentials: anonymous ? ANY_CREDENTIALS : undefined };
  return {
    variables,
    databasePid: () => undefined,
    prepare: async () => {
      const there = new Table({ ...variables, region });
      try {
        await there.ensure();
      } catch (error) {
        const { message } = error as Error;
        console.error(
          `warning: no table ${table} at ${endpoint} (${message}); answers may not be remembered`,
        );
      } finally {
        there.close();
      }
    },
    close: async () => {},
  };
}

async function openEmbedded(
  name: string,
  region: string,
  { dataDirectory, log, incidents }: CacheSurroundings,
): Promise<Cache> {
  let death: string | undefined;
  let keeper: TableKeeper | undefined;
  const database = new EmbeddedDynamoDb(dataDirectory, log, {
    back: () => void keeper?.look(),
    died(reason, again) {
      death = reason;
      const sentence = again ? undefined : `the table has ended, it is started again: ${reason}`;
      if (keeper) incidents.report('TableDeaths', { sentence });
    },
  });
  await database.start();
  const { endpoint, credentials } = database;
  const variables = { endpoint, table: name, credentials };
  const table = new Table({ ...variables, region });
  return {
    variables,
    databasePid: () => database.pid,
    async prepare() {
      try {
        await table.ensure();
      } catch (error) {
        throw new ServiceError(describeUnopened(dataDirectory, death ?? (error as Error).message));
      }
      keeper = new TableKeeper(table, incidents);
    },
    async close() {
      keeper?.close();
      table.close();
      await database.stop();
    },
  };
}

/** The store says no more than this when another process has it open, or when it is damaged. */
const CLOSED = 'Database is closed';

function describeUnopened(dataDirectory: string, reason: string): string {
  const advice = 'if another service uses that folder, choose another one with --data';
  return `the table in ${dataDirectory} cannot be opened: ${reason === CLOSED ? advice : reason}`;
}
