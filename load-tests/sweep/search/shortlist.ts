/** Which settings are measured further, by what the rounds of the search have shown. */
import { mean } from '../../verdict/statistics.ts';
import type { Dropped, Visit } from '../measurements.ts';
import {
  areSame,
  bySimplicity,
  describeSetting,
  hasBatches,
  keyOf,
  type Setting,
  withoutBatches,
} from '../setting.ts';

/** How a setting fared so far. */
export interface Standing {
  readonly setting: Setting;
  /** Good answers in time a second, mean of its rounds. */
  readonly rate: number;
}

/** After a round of the search, who reaches less than this share of the best is measured no further. */
const LEAST_SHARES = [0.7, 0.85, 0.9];

/** Measured with all numbers of clients, where there is time for so many. */
export const FINALISTS = 4;
/** The best with batches, the same without, and the best without. */
export const LEAST_FINALISTS = 3;

/** The settings that were visited in the search, the fastest first. */
export function standingsOf(visits: readonly Visit[]): Standing[] {
  const rates = new Map<string, { setting: Setting; rates: number[] }>();
  for (const { phase, setting, points } of visits) {
    if (phase !== 'search') continue;
    const known = rates.get(keyOf(setting)) ?? { setting, rates: [] };
    known.rates.push(...points.map(({ answersPerSecond }) => answersPerSecond));
    rates.set(keyOf(setting), known);
  }
  return [...rates.values()]
    .map(({ setting, rates }) => ({ setting, rate: rates.length === 0 ? 0 : mean(rates) }))
    .sort((one, other) => other.rate - one.rate);
}

/**
 * Who is far behind the best. The best with batches and the best without stay in any case: one is to be compared with the
 * other.
 *
 * @param standings the fastest first
 * @param round of the search that is over, from 1
 */
export function fallenBehind(standings: readonly Standing[], round: number): Dropped[] {
  const [best] = standings;
  if (best === undefined) return [];
  const share = LEAST_SHARES[Math.min(round, LEAST_SHARES.length) - 1]!;
  const kept = [
    standings.find(({ setting }) => hasBatches(setting)),
    standings.find(({ setting }) => !hasBatches(setting)),
  ];
  return standings
    .filter((standing) => standing.rate < share * best.rate && !kept.includes(standing))
    .map(({ setting, rate }) => ({
      setting,
      round,
      why: 'behind',
      reason: `${rate.toFixed(1)}/s, where ${describeSetting(best.setting)} gave ${best.rate.toFixed(1)}/s`,
    }));
}

/**
 * Those to be measured thoroughly: the best with batches and the same without, the best without, and the next best.
 *
 * @param standings of those that are left, the fastest first
 * @param known every setting that was measured at all
 * @returns the simplest first
 */
export function chooseFinalists(
  standings: readonly Standing[],
  known: readonly Setting[],
  most: number = FINALISTS,
): Setting[] {
  const settings = standings.map(({ setting }) => setting);
  const batched = settings.find(hasBatches);
  const twin = batched && known.find((setting) => areSame(setting, withoutBatches(batched)));
  const single = settings.find((setting) => !hasBatches(setting));
  const ranked = [single, batched, twin, ...settings].filter((setting) => setting !== undefined);
  const chosen = new Map(ranked.map((setting) => [keyOf(setting), setting]));
  return [...chosen.values()].slice(0, most).sort(bySimplicity);
}
