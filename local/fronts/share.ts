/** How many front processes there are, and which workers are whose. */
import { availableParallelism } from 'node:os';
import type { ServedModel } from '../models/served-models.ts';
import { ServiceError } from '../service-error.ts';

/**
 * A front process has work for one core when the workers have for about seven, and with three of them 12 cores served most of `digits`. So one
 * is enough for up to four cores.
 */
const CORES = 4;

/**
 * Each front process needs a worker of each model.
 *
 * @param wanted by the options; undefined: what serves most
 * @throws {ServiceError} where there are not workers enough for so many
 */
export function frontsFor(wanted: number | undefined, models: readonly ServedModel[]): number {
  const [least] = [...models].sort((one, other) => one.workers - other.workers);
  const { name, workers } = least!;
  if (wanted === undefined) return Math.min(Math.ceil(availableParallelism() / CORES), workers);
  if (wanted <= workers) return wanted;
  throw new ServiceError(
    `--fronts ${wanted} needs ${wanted} workers of each model, one for each front process, and ${name} has ${workers}: ` +
      `give it --workers ${wanted}, or take --fronts ${workers}`,
    2,
  );
}

/** A model with the workers that one of several front processes has of it. @param front its number, from 1 */
export function shareOf(model: ServedModel, front: number, fronts: number): ServedModel {
  const { workers } = model;
  return { ...model, workers: Math.floor(workers / fronts) + (front <= workers % fronts ? 1 : 0) };
}
