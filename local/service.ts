import { resolve } from 'node:path';
import { provideBundle } from './bundle.ts';
import { type Cache, openCache } from './cache.ts';
import { Environment } from './environment.ts';
import { FunctionLog } from './function-log.ts';
import { FUNCTION_ARN, functionVariables } from './function-variables.ts';
import { Gateway } from './gateway.ts';
import { resolveOptions, type ServiceOptions, type Settings } from './options.ts';
import { Pool } from './pool.ts';
import { ServiceError } from './service-error.ts';

/** Lambda gives on-demand functions 10 s to load and provisioned ones more; here the CPU may be shared. */
const INITIALIZATION_TIMEOUT_MILLISECONDS = 30_000;
/** Milliseconds clients get to take their last answers when the service stops. */
const FAREWELL_MILLISECONDS = 1000;

/** A running service. */
export interface Service {
  /** Base address without a final slash, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Execution environments that are alive, in the order they were started. */
  environments(): { number: number; pid: number | undefined; provisioned: boolean }[];
  /** Counts since the start. */
  statistics(): { spillOver: number; deaths: number; waiting: number };
  /** The embedded DynamoDB's process; undefined without one. */
  databasePid(): number | undefined;
  /** File with everything the function printed. */
  readonly logFile: string;
  /** Where answers are remembered; undefined when they are not. */
  readonly cacheEndpoint: string | undefined;
  /** Lets requests in flight finish, then ends every process. */
  stop(): Promise<void>;
  /** Ends every process at once. */
  kill(): Promise<void>;
}

/**
 * Starts gateway, table and provisioned execution environments; resolves when requests can come.
 * @throws ServiceError with one line that says what would be right; nothing is left running then
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const settings = resolveOptions(options);
  const taskRoot = settings.functionDirectory ?? (await provideBundle());
  const log = new FunctionLog(settings.dataDirectory);
  let cache: Cache | undefined;
  let pool: Pool | undefined;
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= (async () => {
      pool?.kill();
      await cache?.close();
      log.close();
    })();
    return released;
  };
  try {
    cache = settings.cache ? await openCache(settings.dataDirectory, log.descriptor) : undefined;
    pool = createPool(settings, resolve(taskRoot), cache, log);
    await Promise.all([pool.warm(), cache?.prepare()]);
    const gateway = new Gateway(pool);
    const url = await open(gateway, settings);
    return describe(url, gateway, pool, cache, log, release);
  } catch (error) {
    await release();
    throw error;
  }
}

function createPool(settings: Settings, taskRoot: string, cache: Cache | undefined, log: FunctionLog): Pool {
  const plan = {
    command: settings.runtime,
    taskRoot,
    variables: functionVariables(settings, taskRoot, cache?.variables),
    output: log.descriptor,
    functionArn: FUNCTION_ARN,
    functionTimeoutMilliseconds: settings.functionTimeoutMilliseconds,
    initializationTimeoutMilliseconds: INITIALIZATION_TIMEOUT_MILLISECONDS,
    logFile: log.file,
  };
  return new Pool(settings, (number, type, listener) => new Environment(number, type, plan, listener));
}

async function open(gateway: Gateway, { host, port }: Settings): Promise<string> {
  try {
    const opened = await gateway.listen(port, host);
    const name = host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${opened.port}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ServiceError(
        `port ${port} of ${host} is in use: stop what listens there or choose another --port`,
      );
    }
    throw new ServiceError(`cannot listen on port ${port} of ${host}: ${message}`);
  }
}

function describe(
  url: string,
  gateway: Gateway,
  pool: Pool,
  cache: Cache | undefined,
  log: FunctionLog,
  release: () => Promise<void>,
): Service {
  let ending: Promise<void> | undefined;
  return {
    url,
    logFile: log.file,
    cacheEndpoint: cache?.variables.endpoint,
    environments: () =>
      [...pool.environments].map(({ number, pid, initializationType }) => ({
        number,
        pid,
        provisioned: initializationType === 'provisioned-concurrency',
      })),
    statistics: () => ({ spillOver: pool.spillOver, deaths: pool.deaths, waiting: pool.waiting }),
    databasePid: () => cache?.databasePid(),
    stop: () => {
      ending ??= (async () => {
        const closed = gateway.close();
        await pool.stop();
        const farewell = setTimeout(() => gateway.closeConnections(), FAREWELL_MILLISECONDS);
        await closed;
        clearTimeout(farewell);
        await release();
      })();
      return ending;
    },
    kill: async () => {
      const closed = gateway.close();
      gateway.closeConnections();
      await release();
      await closed;
    },
  };
}
