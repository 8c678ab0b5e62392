/** The service on one machine: a front process with HTTP, contracts and cache, and workers that predict. */
import v8 from 'node:v8';
import { withSecrets } from '../functions/inference/service/secret-variables.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { Incidents } from './metrics/incidents.ts';
import { METRICS_PATH, ServiceMetrics } from './metrics/service-metrics.ts';
import type { RunningWorker, ServiceStatistics } from './metrics/service-statistics.ts';
import { removeUnusedModels } from './models/make-bare-model.ts';
import type { ModelSurroundings } from './models/open-model.ts';
import { RunningModels, type StartedModel } from './models/running-models.ts';
import { findServedModels } from './models/served-models.ts';
import { watchModels } from './models/watch-models.ts';
import { resolveOptions, type ServiceOptions, type Settings } from './options.ts';
import { withAccess } from './server/access.ts';
import { servesHosts } from './server/hosts.ts';
import { refusalLine } from './server/refusal.ts';
import { FrontServer } from './server/server.ts';
import { ServiceError } from './service-error.ts';
import { ServiceLog } from './service-log.ts';
import {
  type ConfiguredStore,
  describeStore,
  keepsFile,
  openConfiguredStore,
} from './store/configured-store.ts';
import { StoreKeeper } from './store/store-keeper.ts';

/** Milliseconds clients get to take their last responses when the service stops. */
const FAREWELL_MILLISECONDS = 1000;

/**
 * How much a process with little on its heap allocates between two collections of all of it, in percent of the heap. By
 * default this is some megabytes, and the bodies of photographs count: three collections a second, for half of the front
 * process' CPU time. With this, young ones free them.
 */
const HEAP_GROWTH = 400;

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
  v8.setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const settings = await resolveOptions(options);
  prepareDataDirectory(settings.dataDirectory);
  removeUnusedModels(settings.dataDirectory);
  const incidents = new Incidents((line) => console.error(line));
  const lost = (count: number) => incidents.linesLost(log.file, count);
  const log = new ServiceLog(settings.dataDirectory, lost, settings);
  incidents.log = (line) => log.write(line, 'warn');
  const running = new RunningModels();
  let keeper: StoreKeeper | undefined;
  let store: ConfiguredStore | undefined;
  let unwatch: (() => void) | undefined;
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= (async () => {
      unwatch?.();
      running.kill();
      store?.close();
      await keeper?.close();
      log.close();
    })();
    return released;
  };
  try {
    if (keepsFile(settings)) keeper = new StoreKeeper(settings.dataDirectory, incidents);
    store = await openConfiguredStore(settings, keeper, incidents);
    const environment = await withSecrets(settings.environment);
    const statistics = () => running.statistics(incidents.counts);
    const names = settings.models.map(({ name }) => name);
    const metrics = new ServiceMetrics(names, statistics);
    const guardedMetrics = withAccess(metrics.app(), settings.access);
    const surroundings = { settings, environment, store: store?.store, log, incidents, metrics };
    await running.start(settings.models, surroundings);
    const server = new FrontServer(
      {
        appFor: (method, path) =>
          path === METRICS_PATH && (method === 'GET' || method === 'HEAD')
            ? guardedMetrics
            : running.choose(method, path).app,
        servesHost: servesHosts(settings.allowHosts),
        refused: (refusal, status, method, path) => {
          const model = path === undefined ? undefined : running.choose(method, path).name;
          metrics.refused(model, status, refusal);
          log.write(refusalLine(refusal, method, path, model));
        },
      },
      { bodyBytes: settings.maxBodyBytes },
    );
    const url = await open(server, settings);
    if (settings.watch) unwatch = followChanges(options, running, surroundings);
    return {
      url,
      get models() {
        return running.list;
      },
      workers: () => running.workers(),
      statistics,
      logFile: log.file,
      cache: describeStore(settings),
      reportUncaught: (error) => {
        const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
        log.write(stack, 'error');
        const sentence = `an error that nothing caught, see ${log.file}: ${message}`;
        incidents.report('UncaughtErrors', { sentence });
      },
      ...ending(server, running, release),
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
  running: RunningModels,
  release: () => Promise<void>,
): Pick<Service, 'stop' | 'kill'> {
  let stopping: Promise<void> | undefined;
  return {
    stop: () => {
      stopping ??= (async () => {
        const closed = server.close();
        // A request on its way to a pool must still find the pool, and its response the store.
        await server.responded();
        await running.stop();
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

/** Serves a model again once its folder or its file has changed. @returns ends that */
function followChanges(
  options: ServiceOptions,
  running: RunningModels,
  surroundings: ModelSurroundings,
): () => void {
  const { settings } = surroundings;
  const namesOf = new Map(settings.models.map(({ place, name }) => [place, name]));
  return watchModels([...namesOf.keys()], async (place) => {
    const name = namesOf.get(place)!;
    try {
      const [model] = await findServedModels({ ...options, models: [place], workersOf: {} }, settings);
      if (model.name !== name)
        throw new ServiceError(`it is called ${model.name} now: start the service again`);
      const workers = options.workersOf?.[name] ?? model.workers;
      await running.replace({ ...model, workers }, surroundings);
      console.log(`${name} has changed: version ${model.version} is served`);
    } catch (error) {
      console.error(`warning: ${name} has changed, and is served as before: ${(error as Error).message}`);
    }
  });
}
