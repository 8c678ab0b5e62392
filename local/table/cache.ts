import { type CacheVariables, REGION } from '../environments/function-variables.ts';
import type { Incidents } from '../incidents.ts';
import { ServiceError } from '../service-error.ts';
import { EmbeddedDynamoDb } from './dynamodb.ts';
import { reachTable } from './reach-table.ts';
import { TableKeeper } from './table-keeper.ts';

const DEFAULT_TABLE = 'subsecond-predictions';
/** As DynamoDB allows them; the embedded table's is the name of a file, too. */
const TABLE_NAME = /^[\w.-]{3,255}$/;
/** A DynamoDB on this machine asks for no particular credentials, but the SDK insists on some. */
const ANY_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** The DynamoDB behind the result cache: the embedded one, or the one `AWS_ENDPOINT_URL_DYNAMODB` names. */
export interface Cache {
  readonly variables: CacheVariables;
  /** Process id of the embedded DynamoDB. */
  databasePid(): number | undefined;
  /** Creates the table if it is missing in a DynamoDB of somebody else's. */
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
  return given ? openGiven(given, table, region) : openEmbedded(table, surroundings);
}

function openGiven(endpoint: string, table: string, region: string): Cache {
  const anonymous = !process.env.AWS_ACCESS_KEY_ID && !process.env.AWS_PROFILE;
  const variables = { endpoint, table, credentials: anonymous ? ANY_CREDENTIALS : undefined };
  return {
    variables,
    databasePid: () => undefined,
    prepare: async () => {
      // AWS's client takes a tenth of a second to load, and nobody else needs it here.
      const { GivenTable } = await import('./given-table.ts');
      const there = new GivenTable({ ...variables, region });
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
  table: string,
  { dataDirectory, log, incidents }: CacheSurroundings,
): Promise<Cache> {
  if (!TABLE_NAME.test(table)) {
    throw new ServiceError(`TABLE_NAME must be 3 to 255 letters, digits, "_", "-" or ".", not ${table}`);
  }
  const database = new EmbeddedDynamoDb(
    { directory: dataDirectory, table, log },
    {
      back(made) {
        const sentence = 'the table was gone and is made again: answers it held are forgotten';
        if (made) incidents.report('TablesMade', { sentence });
        void keeper.look();
      },
      died(reason, again) {
        const sentence = again ? undefined : `the table has ended, it is started again: ${reason}`;
        incidents.report('TableDeaths', { sentence });
      },
    },
  );
  await database.start();
  const { endpoint, credentials } = database;
  const variables = { endpoint, table, credentials };
  const keeper = new TableKeeper(() => reachTable(variables), incidents);
  return {
    variables,
    databasePid: () => database.pid,
    prepare: async () => {},
    async close() {
      keeper.close();
      await database.stop();
    },
  };
}
