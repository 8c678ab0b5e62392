import { availableParallelism } from 'node:os';
import { UsageError } from '../../project/usage-error.ts';
import type { ServedModel } from '../models/served-models.ts';

/**
 * Cores per front process. A front that uses a whole core keeps workers on about seven other cores busy. Yet on 12 cores, three
 * fronts had the highest throughput, measured with the model `digits`.
 */
const CORES = 4;

/**
 * Number of front processes. Each needs a worker of each model.
 * @param wanted number in the options @default one for every four cores, at most the smallest number of workers of a model
 * @throws {UsageError} if a model has fewer workers than `wanted`
 */
export function frontsFor(wanted: number | undefined, models: readonly ServedModel[]): number {
  const [least] = [...models].sort((one, other) => one.workers - other.workers);
  const { name, workers } = least!;
  if (wanted === undefined) return Math.min(Math.ceil(availableParallelism() / CORES), workers);
  if (wanted <= workers) return wanted;
  throw new UsageError(
    `--fronts ${wanted} needs ${wanted} workers of each model, one for each front process, and ${name} has ${workers}: ` +
      `use --workers ${wanted} or --fronts ${workers}`,
  );
}

/** One front process's share of the workers of a model. @param front number of the front process, from 1 */
export function shareOf(workers: number, front: number, fronts: number): number {
  return Math.floor(workers / fronts) + (front <= workers % fronts ? 1 : 0);
}
