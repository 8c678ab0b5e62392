import { environmentsFor } from './erlang.ts';
import { type Load, offeredErlangs } from './workload.ts';

/** Spill-over that a p99 promise can bear, were every one of them late. */
export const SPILL_OVER_TARGET = 0.01;

/**
 * Provisioned environments by formula: Erlang-B for a Poisson stream at the spill-over target, and one more for
 * each further request of a burst, because n requests at once need n environments. A rule of thumb for
 * bursts: `plan` asks the simulation instead.
 */
export function environmentsByFormula(load: Load, cache: boolean): number {
  return environmentsFor(offeredErlangs(load, cache), SPILL_OVER_TARGET) + load.burst - 1;
}
