/** The models of a running service with their workers. A model can be replaced while requests arrive. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelApp } from '../../functions/inference/service/app.ts';
import { readConfiguration } from '../../functions/inference/service/configuration.ts';
import { keyOf, type Values } from '../metrics/exposition.ts';
import { ModelCounts } from '../metrics/model-counts.ts';
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
  /** Finds the model that a request is for. */
  choose!: (path: string) => RunningModel;
  /** Pools of all models. The pool of a replaced model stays until its last worker has ended. */
  readonly #pools = new Set<WorkerPool>();
  readonly #counts = new Map<string, ModelCounts>();
  #workers = 0;
  readonly #context: ModelContext;

  constructor(context: ModelContext) {
    this.#context = context;
  }

  get example(): string {
    return this.#models[0]!.example;
  }

  /** Starts the workers of all models. @throws {ServiceError | ModelError | ConfigurationError} if a model cannot start */
  async start(): Promise<void> {
    this.#serve(await Promise.all(this.#context.settings.models.map((model) => this.#open(model))));
  }

  /**
   * Replaces the model of the same name. The former model takes requests until the new model's workers are ready, and
   * ends one deadline later, so that it can respond to them.
   * @throws {ServiceError | ModelError} if the new model cannot start; then the former model stays
   */
  async replace(model: ServedModel): Promise<void> {
    const former = this.#models.find(({ name }) => name === model.name);
    const opened = await this.#open(model);
    this.#serve(this.#models.map((one) => (one === former ? opened : one)));
    if (former) void this.#end(former);
  }

  async #end({ pool, manifest }: RunningModel): Promise<void> {
    const { environment } = this.#context.settings;
    const { deadlineMilliseconds } = readConfiguration(environment, manifest.deadlineMilliseconds);
    await delay(deadlineMilliseconds, undefined, { ref: false });
    await pool.stop();
    this.#pools.delete(pool);
  }

  workers(): RunningWorker[] {
    return this.#models.flatMap(({ pool }) => pool.workers());
  }

  countsOf(model: string): ModelCounts {
    const counts = this.#counts.get(model) ?? new ModelCounts(model);
    this.#counts.set(model, counts);
    return counts;
  }

  values(): Values {
    const values: Record<string, number> = {};
    for (const { name: model, pool } of this.#models) {
      values[keyOf('subsecond_workers', { model })] = pool.workers().length;
      values[keyOf('subsecond_waiting_requests', { model })] = pool.waiting;
      values[keyOf('subsecond_worker_deaths_total', { model })] = pool.deaths;
    }
    return Object.assign(values, ...Array.from(this.#counts.values(), (counts) => counts.values()));
  }

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

  async #open(model: ServedModel): Promise<RunningModel> {
    const { settings, front } = this.#context;
    const counts = this.countsOf(model.name);
    // Workers' numbers are unique among all front processes.
    const nextNumber = () => {
      this.#workers += 1;
      return (this.#workers - 1) * settings.fronts + front;
    };
    const pool = createPool(model, this.#context, nextNumber);
    this.#pools.add(pool);
    try {
      const { app, example } = await openLocalModel(model, pool, await pool.start(), counts, this.#context);
      return { ...model, example, app, pool };
    } catch (error) {
      pool.kill();
      this.#pools.delete(pool);
      throw error;
    }
  }

  #serve(models: readonly RunningModel[]): void {
    this.#models = models;
    this.choose = chooseAmong(models as [RunningModel, ...RunningModel[]]);
  }
}
