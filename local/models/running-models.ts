/** The models of a running service with their workers. A model can be replaced while requests arrive. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import { readConfiguration } from '../../functions/inference/service/configuration.ts';
import { keyOf, type Values } from '../metrics/exposition.ts';
import type { Settings } from '../options.ts';
import { chooseAmong } from '../server/choose-model.ts';
import { createPool } from '../workers/create-pool.ts';
import type { RunningWorker, WorkerPool } from '../workers/worker-pool.ts';
import { type ModelContext, openLocalModel } from './open-model.ts';
import type { ServedModel } from './served-models.ts';

interface RunningModel extends ServedModel {
  readonly example: string;
  readonly app: ModelApp;
  readonly pool: WorkerPool;
}

export class RunningModels {
  /** Empty only until `start` is done. */
  #models: readonly RunningModel[] = [];
  #choose: ((path: string) => RunningModel) | undefined;
  /** Pools of all models, including replaced ones until their last worker has ended. */
  readonly #pools = new Set<WorkerPool>();
  #workers = 0;

  /** A command line of an example request to the first model, with `$ADDRESS` for the address of the service. */
  get example(): string {
    return this.#models[0]!.example;
  }

  /** Starts the workers of all models. @throws {ServiceError} if a model cannot start */
  async start(models: readonly ServedModel[], context: ModelContext): Promise<void> {
    this.#serve(await Promise.all(models.map((model) => this.#open(model, context))));
  }

  /**
   * Replaces the model of the same name. The former model takes requests until the new model's workers are ready, and
   * ends one deadline later, so that it can respond to them.
   * @throws {ServiceError} if the new model cannot start; then the former model stays
   */
  async replace(model: ServedModel, context: ModelContext): Promise<void> {
    const former = this.#models.find(({ name }) => name === model.name);
    const opened = await this.#open(model, context);
    this.#serve(this.#models.map((one) => (one === former ? opened : one)));
    if (former) void this.#end(former, context.settings);
  }

  async #end({ pool, manifest }: RunningModel, { environment }: Settings): Promise<void> {
    const { deadlineMilliseconds } = readConfiguration(environment, manifest.deadlineMilliseconds);
    await delay(deadlineMilliseconds, undefined, { ref: false });
    await pool.stop();
    this.#pools.delete(pool);
  }

  /** The model that a request is for. */
  choose(path: string): RunningModel {
    return this.#choose!(path);
  }

  workers(): RunningWorker[] {
    return this.#models.flatMap(({ pool }) => pool.workers());
  }

  /** Requests that wait for a worker. */
  waiting(): number {
    return this.#models.reduce((sum, { pool }) => sum + pool.waiting, 0);
  }

  /** The metrics of the workers. */
  values(): Values {
    const values: Record<string, number> = {};
    for (const { name: model, pool } of this.#models) {
      values[keyOf('subsecond_workers', { model })] = pool.workers().length;
      values[keyOf('subsecond_waiting_requests', { model })] = pool.waiting;
      values[keyOf('subsecond_worker_deaths_total', { model })] = pool.deaths;
    }
    return values;
  }

  /** Names of the models with a worker that is ready. */
  ready(): string[] {
    return this.#models.flatMap(({ name, pool }) => (pool.isReady() ? name : []));
  }

  /** Finishes all queued and running requests, and ends the workers. */
  async stop(): Promise<void> {
    await Promise.all([...this.#pools].map((pool) => pool.stop()));
  }

  kill(): void {
    for (const pool of this.#pools) pool.kill();
  }

  async #open(model: ServedModel, context: ModelContext): Promise<RunningModel> {
    const { settings, front } = context;
    // Workers' numbers are unique among all front processes.
    const nextNumber = () => {
      this.#workers += 1;
      return (this.#workers - 1) * settings.fronts + front;
    };
    const pool = createPool(model, context, nextNumber);
    this.#pools.add(pool);
    try {
      const { app, example } = await openLocalModel(model, pool, await pool.start(), context);
      return { ...model, example, app, pool };
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
