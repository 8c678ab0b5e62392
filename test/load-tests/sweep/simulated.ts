/** Sweeps of simulated machines on a simulated clock. */

import type { Found, Point, Visit } from '../../../load-tests/sweep/measurements.ts';
import { search } from '../../../load-tests/sweep/search.ts';
import type { Setting } from '../../../load-tests/sweep/setting.ts';
import { NoBatches, SETTLE_SECONDS, type VisitPlan } from '../../../load-tests/sweep/visit.ts';
import { mulberry32 } from '../../support/mulberry32.ts';
import { AXES, point } from './fixtures.ts';

/** Time to start and warm up a service. */
const START_SECONDS = 3.5;

/** The rate of a setting at the time `now`, or why the setting cannot run. `start` counts the starts of services. */
export type RateOf = (
  setting: Setting,
  at: { clients: number; now: number; start: number },
) => number | string;

export interface Simulated extends Found {
  readonly lasted: number;
  readonly duels: readonly VisitPlan[];
}

/** Simulates a sweep on two cores. */
export async function sweep(seconds: number, rateOf: RateOf, stopAfter = Infinity): Promise<Simulated> {
  let [now, start] = [0, 0];
  const found: Found = { visits: [] };
  const duels: VisitPlan[] = [];
  const visit = async (plan: VisitPlan): Promise<Visit[]> => {
    const { phase, round, settings, clients, turns, seconds: each } = plan;
    if (found.visits.length >= stopAfter) throw new Error('stopped');
    if (phase === 'duel') duels.push(plan);
    const sides = settings.map((setting) => {
      now += START_SECONDS;
      start += 1;
      const rate = rateOf(setting, { clients: clients[0]!, now, start });
      if (typeof rate === 'string') throw new NoBatches(rate);
      return { setting, start, points: [] as Point[] };
    });
    for (const number of clients) {
      for (let turn = 1; turn <= turns; turn++) {
        for (const side of turn % 2 === 1 ? sides : sides.toReversed()) {
          const rate = rateOf(side.setting, { clients: number, now, start: side.start });
          now += each + SETTLE_SECONDS;
          side.points.push(point(Number(rate), { clients: number, seconds: each }));
        }
      }
    }
    return sides.map(({ setting, points }) => ({ phase, round, setting, points }));
  };
  const objective = { limitMilliseconds: 1000, quantile: 0.99, samplesRight: 0.9 };
  await search(AXES, seconds, objective, { visit, now: () => now }, found).catch((error: Error) => {
    if (error.message !== 'stopped') throw error;
  });
  return { ...found, lasted: now, duels };
}

/** Normally distributed numbers that are determined by the seed (Box–Muller). */
export function normalNumbers(seed: number): () => number {
  const uniform = mulberry32(seed);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
