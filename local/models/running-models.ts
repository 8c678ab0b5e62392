/** The models of a running service, each with its workers; one may be replaced while requests come. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import { readConfiguration } from '../../functions/inference/service/configuration.ts';
import { ServiceStatistics as RequestStatistics } from '../../functions/inference/telemetry/statistics.ts';
import type { FrontReport } from '../fronts/report.ts';
import type { IncidentCounts } from '../metrics/incidents.ts';
import type { RunningWorker, ServiceStatistics } from '../metrics/service-statistics.ts';
import { withAccess } from '../server/access.ts';
import { type ChooseModel, chooseAmong } from '../server/choose-model.ts';
import { createPool } from '../workers/create-pool.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { type ModelSurroundings, openLocalModel } from './open-model.ts';
import type { ServedModel } from './served-models.ts';

/** A model of a running service. */
export interface StartedModel extends ServedModel {
  /** A command line that sends it a request, with `$ADDRESS` for the address of the service. */
  readonly example: string;
}

interface RunningModel extends StartedModel {
  /** Behind CORS and the key. */
  readonly app: ModelApp;
  readonly pool: WorkerPool;
  readonly counted: RequestStatistics;
}

export class RunningModels {
  /** Empty only until `start` is done. */
  #models: readonly RunningModel[] = [];
  #choose: ChooseModel<RunningModel> | undefined;
  /** Those of models that have been replaced, too, until their last worker has ended. */
  readonly #pools = new Set<WorkerPool>();
  #workers = 0;

  /** In the order of the options. */
  get list(): readonly [StartedModel, ...StartedModel[]] {
    return this.#models as [RunningModel, ...RunningModel[]];
  }

  /** @throws {ServiceError} where one cannot start */
  async start(models: readonly ServedModel[], surroundings: ModelSurroundings): Promise<void> {
    this.#serve(await Promise.all(models.map((model) => this.#open(model, surroundings))));
  }

  /**
   * Serves a model in the place of the one with its name. That one takes requests until the workers of the new one are ready,
   * and has its deadline to respond to them.
   *
   * @throws {ServiceError} where it cannot start; the one before goes on then
   */
  async replace(model: ServedModel, surroundings: ModelSurroundings): Promise<void> {
    const former = this.#models.find(({ name }) => name === model.name);
    const opened = await this.#open(model, surroundings);
    this.#serve(this.#models.map((one) => (one === former ? opened : one)));
    if (!former) return;
    const own = former.manifest.deadlineMilliseconds;
    await delay(readConfiguration(surroundings.environment, own).deadlineMilliseconds);
    await former.pool.stop();
    this.#pools.delete(former.pool);
  }

  /** The model that a request is for. */
  choose(method: string, path: string): RunningModel {
    return this.#choose!(method, path);
  }

  workers(): RunningWorker[] {
    return this.#models.flatMap(({ pool }) => pool.workers());
  }

  statistics(incidents: IncidentCounts): ServiceStatistics {
    const models = this.#models.map(({ name: model, pool }) => {
      const { deaths, waiting } = pool;
      return { model, deaths, waiting };
    });
    return { models, workers: this.workers(), incidents };
  }

  /** What it has counted of the requests to each model, and which models have a worker that is ready. */
  report(): Pick<FrontReport, 'statistics' | 'ready'> {
    return {
      statistics: Object.fromEntries(this.#models.map(({ name, counted }) => [name, counted])),
      ready: this.#models.flatMap(({ name, pool }) => (pool.isReady() ? name : [])),
    };
  }

  /** Finishes what waits and runs, and ends the workers. */
  async stop(): Promise<void> {
    await Promise.all([...this.#pools].map((pool) => pool.stop()));
  }

  kill(): void {
    for (const pool of this.#pools) pool.kill();
  }

  async #open(model: ServedModel, surroundings: ModelSurroundings): Promise<RunningModel> {
    const { settings, front } = surroundings;
    // No other front process gives these numbers.
    const nextNumber = () => {
      this.#workers += 1;
      return (this.#workers - 1) * settings.fronts + front;
    };
    const pool = createPool(model, surroundings, nextNumber);
    this.#pools.add(pool);
    try {
      const counted = new RequestStatistics();
      const { app, example } = await openLocalModel(model, pool, await pool.start(), counted, surroundings);
      return { ...model, example, app: withAccess(app, settings.access), pool, counted };
    } catch (error) {
      pool.kill();
      this.#pools.delete(pool);
      throw error;
    }
  }

  #serve(models: readonly RunningModel[]): void {
    this.#models = models;
    this.#choose = chooseAmong(models as [RunningModel, ...RunningModel[]]);
  }
}
