/** A front: HTTP, contracts and cache in this process, and its share of the workers, which predict. */
import { Hono } from 'hono';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import { EXPOSITION_HEADERS, processValues, writeExposition } from '../metrics/exposition.ts';
import type { IncidentCounts } from '../metrics/incidents.ts';
import type { FrontReport, ModelContext } from '../models/open-model.ts';
import { RunningModels } from '../models/running-models.ts';
import type { ServedModel } from '../models/served-models.ts';
import { collectGarbageLessOften } from '../process-settings.ts';
import { type AppFor, withAccess } from '../server/access.ts';
import { servesHosts } from '../server/hosts.ts';
import { REFUSALS, type Refusal, refusalLine } from '../server/refusal.ts';
import { FrontServer } from '../server/server.ts';
import { storePath } from '../store/sqlite-file.ts';
import { SqliteStore } from '../store/sqlite-store.ts';
import type { StoreFileOwner } from '../store/store-keeper.ts';
import type { RunningWorker } from '../workers/worker-pool.ts';

const METRICS_PATH = '/metrics';
/** Value of the metrics' label `model` for requests that could not be read, or for which an app threw an error. */
const NO_MODEL = '';
/** When the service stops, clients have this long to receive their last responses. */
const FAREWELL_MILLISECONDS = 1000;

export interface CommonContext extends Pick<ModelContext, 'settings' | 'log' | 'incidents'> {
  /** Owner of the response store's file; undefined if responses are not stored. */
  readonly owner: StoreFileOwner | undefined;
}

/** All fronts of a service, in this process or in others. */
export interface Fronts {
  readonly port: number;
  /** A command line of an example request to the first model, with `$ADDRESS` for the address of the service. */
  readonly example: string;
  /**
   * Replaces the model of the same name. @throws {ServiceError} if the model cannot start; then the former model
   * stays
   */
  replace(model: ServedModel): Promise<void>;
  /** Lets requests in flight finish, then ends every process. */
  stop(): Promise<void>;
  /** Ends every process at once. */
  kill(): Promise<void>;
}

/** One front, in this process. */
export interface Front extends Fronts {
  /** Workers that are alive, model by model, in the order they were started. */
  workers(): RunningWorker[];
  incidents(): IncidentCounts;
  report(): FrontReport;
}

/**
 * Starts the workers of every model, and opens the port; resolves when the service is ready.
 * @param front the number of this front process, from 1
 * @param reportOfFronts returns the report of all front processes together @default the report of this front alone
 * @throws {ServiceError | ModelError | ConfigurationError} with one line that says what is wrong; then nothing is left running
 */
export async function startFront(
  context: CommonContext,
  front = 1,
  reportOfFronts?: ModelContext['reportOfAll'],
): Promise<Front> {
  collectGarbageLessOften();
  const { settings, owner, log, incidents } = context;
  const store = owner && new SqliteStore(storePath(settings.dataDirectory), owner, incidents);
  const label = settings.fronts > 1 ? String(front) : undefined;
  const report = (): FrontReport => ({
    values: { ...running.values(), ...incidents.values(), ...processValues(label) },
    ready: running.ready(),
  });
  const reportOfAll = reportOfFronts ?? (async () => report());
  const running = new RunningModels({ ...context, store, front, reportOfAll });
  const release = () => {
    running.kill();
    store?.close();
  };
  try {
    await running.start();
    const metricsApp: ModelApp = new Hono();
    metricsApp.get(METRICS_PATH, async (context) =>
      context.body(writeExposition((await reportOfAll()).values), 200, EXPOSITION_HEADERS),
    );
    const appFor: AppFor = (method, path) =>
      path === METRICS_PATH && (method === 'GET' || method === 'HEAD')
        ? metricsApp
        : running.choose(path).app;
    const refused = (refusal: Refusal, method?: string, path?: string) => {
      const model = path === undefined ? undefined : running.choose(path).name;
      running.countsOf(model ?? NO_MODEL).refused(REFUSALS[refusal].status, refusal);
      log.write(refusalLine(refusal, method, path, model));
    };
    const server = new FrontServer(
      {
        appFor: withAccess(appFor, settings.access, (...request) => refused('no-key', ...request)),
        servesHost: servesHosts(settings.allowHosts),
        refused,
      },
      { bodyBytes: settings.maxBodyBytes },
    );
    const { port } = await server.listen(settings.port, settings.host);
    return {
      port,
      example: running.example,
      workers: () => running.workers(),
      incidents: () => incidents.counts,
      report,
      replace: (model) => running.replace(model),
      ...ending(server, running, release),
    };
  } catch (error) {
    release();
    throw error;
  }
}

function ending(
  server: FrontServer,
  running: RunningModels,
  release: () => void,
): Pick<Fronts, 'stop' | 'kill'> {
  return {
    async stop() {
      const closed = server.close();
      // Requests in flight still need their pool and the store.
      await server.responded();
      await running.stop();
      const farewell = setTimeout(() => server.closeConnections(), FAREWELL_MILLISECONDS);
      await closed;
      clearTimeout(farewell);
      release();
    },
    async kill() {
      const closed = server.close();
      server.closeConnections();
      release();
      await closed;
    },
  };
}
