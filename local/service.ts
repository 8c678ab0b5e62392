/** Starts the service on one machine: one front in this process, or several fronts in processes of their own. */
import { prepareDataDirectory } from './data-directory.ts';
import type { CommonContext, Front, Fronts } from './fronts/front.ts';
import { Incidents } from './metrics/incidents.ts';
import { findServedModels, type ServedModel } from './models/served-models.ts';
import { watchModels } from './models/watch-models.ts';
import { resolveOptions, type ServiceOptions, type Settings } from './options.ts';
import { freePort } from './server/listening.ts';
import { ServiceError } from './service-error.ts';
import { ServiceLog } from './service-log.ts';
import { storePath } from './store/sqlite-file.ts';
import { StoreKeeper } from './store/store-keeper.ts';

export interface RunningService extends Pick<Fronts, 'example' | 'stop' | 'kill'> {
  /** Base address without a final slash, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The models as they were at the start. */
  readonly models: Settings['models'];
  /** Path of the log, or `stdout`. The log has a line for each request that `logLevel` admits, and the output of workers. */
  readonly logFile: string;
  /** Says where responses are stored; undefined if they are not stored. */
  readonly cache: string | undefined;
  /** Logs and counts an uncaught error. The service goes on. */
  reportUncaught(error: unknown): void;
}

/** A service whose only front is in this process. */
export interface Service extends RunningService, Pick<Front, 'workers' | 'incidents' | 'report'> {}

/**
 * Opens the store, starts the workers of every model, and opens the port; resolves when the service is ready. If there are
 * several fronts, each has its own process.
 * @throws {UsageError | ModelError | ConfigurationError | ServiceError} with one line of text; then nothing is left running
 */
export async function startFronts(options: ServiceOptions): Promise<RunningService> {
  return supervise(options, async (common): Promise<Fronts> => {
    const { settings } = common;
    if (settings.fronts === 1) return startOnly(common);
    const port = await freePort(settings.port, settings.host);
    const { FrontProcesses } = await import('./fronts/front-processes.ts');
    const fronts = new FrontProcesses({ ...common, settings: { ...settings, port } });
    await fronts.start();
    return fronts;
  });
}

/** Starts the service with one front, in this process. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { fronts, ...service } = await supervise({ ...options, fronts: 1 }, startOnly);
  const { workers, incidents, report } = fronts;
  return { ...service, workers, incidents, report };
}

async function startOnly(common: CommonContext): Promise<Front> {
  const { port, host } = common.settings;
  // A port in use is found now, because loading the models can take a minute.
  if (port !== 0) await freePort(port, host);
  // Imported only here, because a supervisor of several processes does not need it.
  const { startFront } = await import('./fronts/front.ts');
  return startFront(common);
}

/** Owns what all fronts share: settings, data folder, log, the file of the response store, and the polling of models' files. */
async function supervise<F extends Fronts>(
  options: ServiceOptions,
  start: (common: CommonContext) => Promise<F>,
): Promise<RunningService & { fronts: F }> {
  const settings = await resolveOptions(options);
  prepareDataDirectory(settings.dataDirectory);
  const incidents = new Incidents();
  const log = new ServiceLog(settings, incidents);
  let owner: StoreKeeper | undefined;
  let unwatch: (() => void) | undefined;
  const release = async () => {
    unwatch?.();
    await owner?.close();
    log.close();
  };
  try {
    if (settings.cache) owner = new StoreKeeper(settings.dataDirectory, incidents);
    const fronts = await start({ settings, log, incidents, owner });
    if (settings.watch) unwatch = followChanges(options, settings, (model) => fronts.replace(model));
    const end = (how: 'stop' | 'kill') => async () => {
      await fronts[how]();
      await release();
    };
    return {
      fronts,
      url: addressOf(settings.host, fronts.port),
      models: settings.models,
      example: fronts.example,
      logFile: log.file,
      cache: settings.cache ? `SQLite, ${storePath(settings.dataDirectory)}` : undefined,
      reportUncaught: (error: unknown) => incidents.reportUncaught(error),
      stop: end('stop'),
      kill: end('kill'),
    };
  } catch (error) {
    await release();
    throw error;
  }
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Reloads a model when its folder or its file has changed. @returns a function that ends the polling */
function followChanges(
  options: ServiceOptions,
  settings: Settings,
  replace: (model: ServedModel) => Promise<void>,
): () => void {
  return watchModels(settings.models, async ({ path, name }) => {
    try {
      const [model] = await findServedModels({ ...options, models: [path] }, settings);
      if (model.name !== name) throw new ServiceError(`its name is now ${model.name}: restart the service`);
      await replace(model);
      console.log(`${name} has changed: version ${model.version} is served`);
    } catch (error) {
      console.error(
        `warning: ${name} has changed, but its old version is served: ${(error as Error).message}`,
      );
    }
  });
}
