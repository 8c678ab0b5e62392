/** The service on one machine: a front process with HTTP, contracts and cache, and workers that predict. */
import type { ResponseStore } from '../functions/inference/cache/response-store.ts';
import { withSecrets } from '../functions/inference/service/secret-variables.ts';
import { withAccess } from './access.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { Incidents } from './incidents.ts';
import { METRICS_PATH, ServiceMetrics } from './metrics/service-metrics.ts';
import { openLocalModel } from './open-model.ts';
import { resolveOptions, type ServiceOptions, type Settings } from './options.ts';
import type { ServedModel } from './served-models.ts';
import { chooseAmong } from './server/choose-model.ts';
import { servesHosts } from './server/hosts.ts';
import { FrontServer } from './server/server.ts';
import { ServiceError } from './service-error.ts';
import { ServiceLog } from './service-log.ts';
import { collectStatistics, type ServiceStatistics } from './service-statistics.ts';
import { openConfiguredStore } from './store/configured-store.ts';
import { createPool } from './workers/create-pool.ts';
import type { RunningWorker } from './workers/pool-plan.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/** Milliseconds clients get to take their last responses when the service stops. */
const FAREWELL_MILLISECONDS = 1000;

/** A model of a running service. */
export interface StartedModel extends ServedModel {
  /** A command line that sends it a request, with `$ADDRESS` for the address of the service. */
  readonly example: string;
}

/** A running service. */
export interface Service {
  /** Base address without a final slash, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The first one has the addresses that name none. */
  readonly models: readonly [StartedModel, ...StartedModel[]];
  /** Workers that are alive, model by model, in the order they were started. */
  workers(): RunningWorker[];
  /** Counts since the start. */
  statistics(): ServiceStatistics;
  /** File with a line for every request, and what workers print. */
  readonly logFile: string;
  /** Where responses are kept, for people; undefined when they are not. */
  readonly cache: string | undefined;
  /** Writes an error into the log that nothing has caught, and counts it: the service goes on. */
  reportUncaught(error: unknown): void;
  /** Lets requests in flight finish, then ends every process. */
  stop(): Promise<void>;
  /** Ends every process at once. */
  kill(): Promise<void>;
}

/**
 * Opens the store, starts the workers of every model, and opens the port; resolves when requests can come.
 *
 * @throws {ServiceError} with one line that says what would be right; nothing is left running then
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const settings = await resolveOptions(options);
  prepareDataDirectory(settings.dataDirectory);
  const incidents = new Incidents((line) => console.error(line));
  const log = new ServiceLog(settings.dataDirectory, (count) => incidents.linesLost(log.file, count));
  incidents.log = (line) => log.write(line);
  const pools = new Map<string, WorkerPool>();
  let store: { store: ResponseStore; close(): Promise<void>; description: string } | undefined;
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= (async () => {
      for (const pool of pools.values()) pool.kill();
      await store?.close();
      log.close();
    })();
    return released;
  };
  try {
    store = settings.cache ? await openConfiguredStore(settings, incidents) : undefined;
    const environment = await withSecrets(settings.environment);
    let number = 0;
    const nextNumber = () => {
      number += 1;
      return number;
    };
    for (const model of settings.models) {
      pools.set(model.name, createPool(model, settings, { log, incidents, nextNumber }));
    }
    const statistics = () => collectStatistics(pools, incidents.counts);
    const metrics = new ServiceMetrics([...pools.keys()], statistics);
    const guardedMetrics = withAccess(metrics.app(), settings.access);
    const opened = await Promise.all(
      settings.models.map(async (model) => {
        const pool = pools.get(model.name)!;
        const observe = metrics.observerOf(model.name);
        const parts = { settings, environment, store: store?.store, log, observe };
        const { app, example } = await openLocalModel(model, pool, await pool.start(), parts);
        return { ...model, example, guarded: withAccess(app, settings.access) };
      }),
    );
    type Opened = (typeof opened)[number];
    const models = opened as [Opened, ...Opened[]];
    const choose = chooseAmong(models);
    const server = new FrontServer(
      {
        appFor: (method, path) =>
          path === METRICS_PATH && (method === 'GET' || method === 'HEAD')
            ? guardedMetrics
            : choose(method, path).guarded,
        servesHost: servesHosts(settings.allowHosts),
        refused: (refusal, status, method, path) =>
          metrics.refused(path === undefined ? undefined : choose(method, path).name, status, refusal),
      },
      { bodyBytes: settings.maxBodyBytes },
    );
    const url = await open(server, settings);
    return {
      url,
      models,
      workers: () => [...pools.values()].flatMap((pool) => pool.workers()),
      statistics,
      logFile: log.file,
      cache: store?.description,
      reportUncaught: (error) => {
        const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
        log.write(stack);
        const sentence = `an error that nothing caught, see ${log.file}: ${message}`;
        incidents.report('UncaughtErrors', { sentence });
      },
      ...ending(server, pools, release),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function open(server: FrontServer, { host, port }: Settings): Promise<string> {
  try {
    const opened = await server.listen(port, host);
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

function ending(
  server: FrontServer,
  pools: ReadonlyMap<string, WorkerPool>,
  release: () => Promise<void>,
): Pick<Service, 'stop' | 'kill'> {
  let stopping: Promise<void> | undefined;
  return {
    stop: () => {
      stopping ??= (async () => {
        const closed = server.close();
        // A request on its way to a pool must still find the pool, and its response the store.
        await server.responded();
        await Promise.all([...pools.values()].map((pool) => pool.stop()));
        const farewell = setTimeout(() => server.closeConnections(), FAREWELL_MILLISECONDS);
        await closed;
        clearTimeout(farewell);
        await release();
      })();
      return stopping;
    },
    kill: async () => {
      const closed = server.close();
      server.closeConnections();
      await release();
      await closed;
    },
  };
}
