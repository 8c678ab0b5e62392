/** Sweeps of simulated machines, by a clock that only they move. */
import type { DuelPlan } from '../../../load-tests/sweep/measure/duel.ts';
import type { VisitPlan } from '../../../load-tests/sweep/measure/visit.ts';
import type { Visit } from '../../../load-tests/sweep/measurements.ts';
import type { Axes } from '../../../load-tests/sweep/options/axes.ts';
import type { Found } from '../../../load-tests/sweep/search/rounds.ts';
import { search } from '../../../load-tests/sweep/search/search.ts';
import type { Setting } from '../../../load-tests/sweep/setting.ts';
import { point } from './fixtures.ts';

/** To start and to warm up a service. */
const START_SECONDS = 3.5;
const SETTLE_SECONDS = 0.3;

/** What one stretch of a setting gives. A new `start` is told for each start of a service. */
export type RateOf = (
  setting: Setting,
  at: { clients: number; now: number; start: number },
) => number | string;

export interface Simulated extends Found {
  readonly lasted: number;
  readonly expected: number;
  readonly duels: readonly DuelPlan[];
}

export async function sweep(
  axes: Axes,
  seconds: number,
  rateOf: RateOf,
  stopAfter = Number.POSITIVE_INFINITY,
): Promise<Simulated> {
  let [now, expected, start] = [0, 0, 0];
  const found: Found = { visits: [], dropped: [] };
  const duels: DuelPlan[] = [];
  const stretch = (setting: Setting, clients: number, each: number, of: number) => {
    const rate = rateOf(setting, { clients, now, start: of });
    now += each + SETTLE_SECONDS;
    return point(Number(rate), { clients, seconds: each });
  };
  const requireTime = () => {
    if (found.visits.length >= stopAfter) throw new Error('stopped');
  };
  const visit = async ({ phase, round, setting, clients, seconds: each }: VisitPlan) => {
    requireTime();
    now += START_SECONDS;
    start += 1;
    const answer = rateOf(setting, { clients: clients[0]!, now, start });
    if (typeof answer === 'string') return { impossible: answer };
    return { phase, round, setting, points: clients.map((number) => stretch(setting, number, each, start)) };
  };
  const duel = async (plan: DuelPlan): Promise<Visit[]> => {
    requireTime();
    duels.push(plan);
    const sides = plan.settings.map((setting) => {
      now += START_SECONDS;
      start += 1;
      return { setting, start, points: [] as ReturnType<typeof point>[] };
    });
    for (const clients of plan.clients) {
      for (let turn = 1; turn <= plan.turns; turn++) {
        for (const side of turn % 2 === 1 ? sides : sides.toReversed()) {
          side.points.push(stretch(side.setting, clients, plan.seconds, side.start));
        }
      }
    }
    return sides.map(({ setting, points }) => ({ phase: 'duel', round: plan.round, setting, points }));
  };
  const expectEnd = (at: number) => {
    expected = at;
  };
  const promised = { limitMilliseconds: 1000, quantile: 0.99, samplesRight: 0.9 };
  const tools = { visit, duel, now: () => now, expectEnd };
  await search(axes, seconds, promised, tools, found).catch((error: Error) => {
    if (error.message !== 'stopped') throw error;
  });
  return { ...found, lasted: now, expected, duels };
}

/** Numbers that look normally distributed, always the same ones (Box and Muller, over a linear congruential generator). */
export function normalNumbers(seed: number): () => number {
  let state = seed * 7919 + 1;
  const uniform = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let skip = 0; skip < 20; skip++) uniform();
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
