/** Opens the service of a model in the front process, without its members, which run in workers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResponseStore } from '../../functions/inference/cache/response-store.ts';
import type { Graph } from '../../functions/inference/pipelines/pipeline.ts';
import { requirePipeline } from '../../functions/inference/pipelines/pipelines.ts';
import { readConfiguration } from '../../functions/inference/service/configuration.ts';
import { type OpenedService, openService } from '../../functions/inference/service/start.ts';
import type { Values } from '../metrics/exposition.ts';
import type { Incidents } from '../metrics/incidents.ts';
import type { ModelCounts } from '../metrics/model-counts.ts';
import type { Settings } from '../options.ts';
import type { ServiceLog } from '../service-log.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { provideBundle } from './bundle.ts';
import type { ServedModel } from './served-models.ts';

/** The report of a front process to the supervisor, or all these reports added up. */
export interface FrontReport {
  /** Metrics of `GET /metrics`. */
  readonly values: Values;
  /** Names of models with a worker that is ready. */
  readonly ready: readonly string[];
}

/** Dependencies that the models of a service share. */
export interface ModelContext {
  readonly settings: Settings;
  readonly store: ResponseStore | undefined;
  readonly log: ServiceLog;
  readonly incidents: Incidents;
  /** The number of this front process, from 1. */
  readonly front: number;
  /** The report of all front processes together. */
  readonly reportOfAll: () => Promise<FrontReport>;
}

/**
 * @param graphs of the model's members, read by its workers
 * @throws {ModelError | ConfigurationError} that names the wrong file or variable
 */
export async function openLocalModel(
  { name, directory, manifest }: ServedModel,
  pool: WorkerPool,
  graphs: readonly Graph[],
  counts: ModelCounts,
  { settings, store, log, reportOfAll }: ModelContext,
): Promise<Pick<OpenedService, 'app' | 'example'>> {
  const { environment } = settings;
  const read = readConfiguration(environment, manifest.deadlineMilliseconds);
  const models = settings.models.map(({ name, version, title }) => ({ name, version, title }));
  return openService({
    directory,
    manifest,
    configuration: { ...read, models, startedOnDemand: false },
    environment,
    pipeline: await requirePipeline(directory, manifest).open(manifest, directory, graphs),
    predictor: {
      predict: (input, options) => pool.predict(input, options),
      isReady: async () => pool.isReady() || (await reportOfAll()).ready.includes(name),
    },
    store,
    // A page is read at its first request. If the page is older than its sources, it is built first.
    readPage: async (file) => JSON.parse(await readFile(join(await provideBundle(), file), 'utf8')),
    telemetry: {
      write: (line, level) => log.write(line, level),
      embedMetrics: false,
      observe: (record, late) => {
        counts.observe(record, late);
        log.show(record);
      },
    },
  });
}
