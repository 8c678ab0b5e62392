import { resolve } from 'node:path';
import { provideBundle } from './bundle.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { FunctionLog } from './environments/function-log.ts';
import { type FunctionPool, launchPool, type RunningEnvironment } from './environments/function-pool.ts';
import { LostLines } from './environments/lost-lines.ts';
import { chooseAmong } from './gateway/choose-task.ts';
import { Gateway } from './gateway/gateway.ts';
import { Incidents } from './incidents.ts';
import { ServiceMetrics } from './metrics/service-metrics.ts';
import { resolveOptions, type ServiceOptions, type Settings } from './options.ts';
import type { ServedTask } from './served-tasks.ts';
import { ServiceError } from './service-error.ts';
import { collectStatistics, type ServiceStatistics } from './service-statistics.ts';
import { type Cache, openCache } from './table/cache.ts';

/** Milliseconds clients get to take their last answers when the service stops. */
const FAREWELL_MILLISECONDS = 1000;

/** A running service. */
export interface Service {
  /** Base address without a final slash, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The first one has the addresses that name none. */
  readonly tasks: readonly ServedTask[];
  /** Execution environments that are alive, task by task, in the order they were started. */
  environments(): RunningEnvironment[];
  /** Counts since the start. */
  statistics(): ServiceStatistics;
  /** The embedded DynamoDB's process; undefined without one. */
  databasePid(): number | undefined;
  /** File with everything the functions printed. */
  readonly logFile: string;
  /** Where answers are remembered; undefined when they are not. */
  readonly cacheEndpoint: string | undefined;
  /** Lets requests in flight finish, then ends every process. */
  stop(): Promise<void>;
  /** Ends every process at once. */
  kill(): Promise<void>;
}

/**
 * Starts gateway, table and the provisioned execution environments of every task; resolves when requests can come.
 * @throws {ServiceError} with one line that says what would be right; nothing is left running then
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const settings = await resolveOptions(options);
  const taskRoot = resolve(settings.functionDirectory ?? (await provideBundle()));
  prepareDataDirectory(settings.dataDirectory);
  const log = new FunctionLog(settings.dataDirectory);
  const incidents = new Incidents(log.descriptor, (line) => console.error(line));
  const lostLines = new LostLines(log.file, incidents);
  let cache: Cache | undefined;
  let functions: FunctionPool[] = [];
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= (async () => {
      for (const { pool } of functions) pool.kill();
      await cache?.close();
      lostLines.close();
      log.close();
    })();
    return released;
  };
  try {
    const { dataDirectory } = settings;
    const cacheSurroundings = { dataDirectory, log: log.descriptor, incidents };
    cache = settings.cache ? await openCache(cacheSurroundings) : undefined;
    let number = 0;
    const nextNumber = () => {
      number += 1;
      return number;
    };
    const surroundings = { taskRoot, cache: cache?.variables, log, lostLines, incidents, nextNumber };
    functions = settings.tasks.map((task) => launchPool(task, settings, surroundings));
    await Promise.all([...functions.map(({ pool }) => pool.warm()), cache?.prepare()]);
    const statistics = () => collectStatistics(functions, incidents.counts);
    const secret = secretOf(settings);
    const choose = chooserOf(functions, secret);
    const metrics = new ServiceMetrics({
      functions,
      statistics,
      taskOf: (method, path) => choose(method, path).name,
      secret,
    });
    const gateway = new Gateway((method, path) => choose(method, path).pool, {}, metrics);
    const url = await open(gateway, settings);
    return describe(url, gateway, functions, cache, { logFile: log.file, statistics }, release);
  } catch (error) {
    await release();
    throw error;
  }
}

/** First segment of every path, where strangers are kept away by one. */
function secretOf({ environment }: Settings): string | undefined {
  return { ...process.env, ...environment }.SECRET_PATH || undefined;
}

function chooserOf(functions: readonly FunctionPool[], secret: string | undefined) {
  const tasks = functions.map(({ task, pool }) => ({ ...task, pool }));
  type Choice = (typeof tasks)[number];
  return chooseAmong(tasks as [Choice, ...Choice[]], secret);
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
  functions: readonly FunctionPool[],
  cache: Cache | undefined,
  shown: Pick<Service, 'logFile' | 'statistics'>,
  release: () => Promise<void>,
): Service {
  let ending: Promise<void> | undefined;
  return {
    url,
    tasks: functions.map(({ task }) => task),
    ...shown,
    cacheEndpoint: cache?.variables.endpoint,
    environments: () => functions.flatMap((one) => one.environments()),
    databasePid: () => cache?.databasePid(),
    stop: () => {
      ending ??= (async () => {
        const closed = gateway.close();
        await Promise.all(functions.map(({ pool }) => pool.stop()));
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
