/** How often the comparison of two simulated runs finds a regression, for an unchanged and for a slower service. */
import type { ExchangeRecord } from '../../../load-tests/client/records.ts';
import { compareBlocks, regressionCheck } from '../../../load-tests/report/baseline/compare.ts';
import { type Blocks, blocksOf } from '../../../load-tests/report/figures/blocks.ts';
import { exchanged, rules } from '../fixtures/exchanges.ts';
import { normalNumbers } from '../sweep/simulated.ts';

export interface Noise {
  /** Standard deviations of slow periods of half a second and of four seconds. */
  readonly moments: readonly [number, number];
  /** Standard deviation between whole runs. */
  readonly runs: number;
}

export interface Load {
  readonly what: 'arrivals' | 'ten clients' | 'repeat' | 'spike';
  readonly seconds: number;
  /** Requests a second; for a spike, the rate outside of it. */
  readonly perSecond: number;
}

const CLIENTS = 10;
const USUAL_MILLISECONDS = 50;

/** Simulates one run. @param slower factor of the latencies of first requests or, in a closed loop, of all requests */
function simulate({ what, seconds, perSecond }: Load, noise: Noise, slower: number, seed: number): Blocks {
  const normal = normalNumbers(seed);
  const whole = noise.runs * normal();
  const warmUp = 2.5 + normal() / 2;
  let [short, long] = noise.moments.map((deviation) => deviation * normal()) as [number, number];
  const records: ExchangeRecord[] = [];
  const wander = (value: number, deviation: number, kept: number) =>
    kept * value + deviation * Math.sqrt(1 - kept ** 2) * normal();
  const isClosed = what === 'ten clients';
  for (let at = 0; at < seconds; ) {
    const moment = Math.exp(whole + short + long) * (1 + Math.exp(-at / warmUp));
    const isSpike = what === 'spike' && at >= 0.4 * seconds && at < 0.6 * seconds;
    const rate = isSpike ? 10 * perSecond : perSecond;
    const gap = isClosed ? (slower * moment) / rate : -Math.log(1 - uniform(normal())) / rate;
    const repeated = what === 'repeat' && normal() > 0;
    const usual = (isClosed ? (1000 * CLIENTS) / rate : USUAL_MILLISECONDS) * (repeated ? 1 : slower);
    const milliseconds = usual * moment * Math.exp(0.3 * normal());
    records.push(exchanged({ at: 1e6 + 1000 * at, milliseconds, repeated }));
    short = wander(short, noise.moments[0], Math.exp(-gap / 0.5));
    long = wander(long, noise.moments[1], Math.exp(-gap / 4));
    at += gap;
  }
  const { fresh = [], cached = [] } = Object.groupBy(records, (record) =>
    record.repeated ? 'cached' : 'fresh',
  );
  return blocksOf({ fresh, cached }, rules).blocks;
}

/** Converts a normal to a uniform number between 0 and 1, by a logistic approximation that is exact enough for arrivals. */
function uniform(normal: number): number {
  return 1 / (1 + Math.exp(-1.702 * normal));
}

/** Shares of the pairs of runs that are called a regression, and of those that are called unproven. */
export function findings(load: Load, noise: Noise, slower: number, pairs: number) {
  let [failed, unproven] = [0, 0];
  for (let pair = 1; pair <= pairs; pair++) {
    const [before, now] = [simulate(load, noise, 1, 2 * pair), simulate(load, noise, slower, 2 * pair + 1)];
    const changes = compareBlocks(before, now, rules);
    const regressed = changes.some((change) => change.regressed);
    const one = { baseline: '', commit: '', started: '', changes, regressed };
    const { finding } = regressionCheck([one], 0);
    if (finding === 'failed') failed += 1 / pairs;
    if (finding === 'unproven') unproven += 1 / pairs;
  }
  return { failed, unproven };
}
