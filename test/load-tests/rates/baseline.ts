/** How often two simulated runs are called a regression: of the same service, and of one that got slower. */
import type { ExchangeRecord } from '../../../load-tests/client/records.ts';
import { type Change, compareBlocks, regressionCheck } from '../../../load-tests/report/baseline/compare.ts';
import { type Blocks, blocksOf } from '../../../load-tests/report/figures/blocks.ts';
import { exchanged, rules } from '../fixtures/exchanges.ts';
import { normalNumbers } from '../sweep/simulated.ts';

export interface Noise {
  /** Deviations of slow moments of half a second and of four seconds. */
  readonly moments: readonly [number, number];
  /** Deviation of whole runs. */
  readonly runs: number;
}

export interface Load {
  readonly seconds: number;
  readonly perSecond: number;
  /** Ten clients that wait, else Poisson arrivals, which do not. */
  readonly isClosed: boolean;
}

const CLIENTS = 10;
const USUAL_MILLISECONDS = 50;

/** The blocks of one run. @param slower factor of every latency */
export function simulate(
  { seconds, perSecond, isClosed }: Load,
  noise: Noise,
  slower: number,
  seed: number,
): Blocks {
  const normal = normalNumbers(seed);
  const whole = noise.runs * normal();
  const warmUp = 2.5 + normal() / 2;
  let [short, long] = noise.moments.map((deviation) => deviation * normal()) as [number, number];
  const records: ExchangeRecord[] = [];
  const wander = (value: number, deviation: number, kept: number) =>
    kept * value + deviation * Math.sqrt(1 - kept ** 2) * normal();
  for (let at = 0; at < seconds; ) {
    const slow = slower * Math.exp(whole + short + long) * (1 + Math.exp(-at / warmUp));
    const gap = isClosed ? slow / perSecond : -Math.log(1 - uniform(normal())) / perSecond;
    const usual = isClosed ? (1000 * CLIENTS) / perSecond : USUAL_MILLISECONDS;
    records.push(exchanged({ at: 1e6 + 1000 * at, milliseconds: usual * slow * Math.exp(0.3 * normal()) }));
    short = wander(short, noise.moments[0], Math.exp(-gap / 0.5));
    long = wander(long, noise.moments[1], Math.exp(-gap / 4));
    at += gap;
  }
  return { fresh: blocksOf(records, rules), cached: [] };
}

/** Between 0 and 1, evenly, of a normal number (logistic approximation: near enough for gaps between arrivals). */
function uniform(normal: number): number {
  return 1 / (1 + Math.exp(-1.702 * normal));
}

/** Findings of so many pairs of runs. */
export function findings(load: Load, noise: Noise, slower: number, pairs: number) {
  const counts = { kept: 0, broken: 0, unproven: 0, invalid: 0 };
  const shown: Change[][] = [];
  for (let pair = 1; pair <= pairs; pair++) {
    const [before, now] = [simulate(load, noise, 1, 2 * pair), simulate(load, noise, slower, 2 * pair + 1)];
    const changes = compareBlocks(before, now, rules);
    const regressed = changes.some((change) => change.regressed);
    shown.push(changes);
    counts[regressionCheck([{ baseline: '', commit: '', started: '', changes, regressed }]).finding] +=
      1 / pairs;
  }
  return { ...counts, shown };
}
