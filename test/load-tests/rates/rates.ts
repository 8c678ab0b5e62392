/** `npm run verdict:rates`: prints how often verdicts are wrong, as tables for docs/load.md and docs/sweep.md. */
import { searchPeak } from '../../../load-tests/run/peak-search.ts';
import { judgeArrivals } from '../../../load-tests/verdict/arrivals.ts';
import { judge } from '../../../load-tests/verdict/judge.ts';
import {
  binomialCdf,
  breachConfidence,
  minimumSamples,
  objectiveConfidence,
} from '../../../load-tests/verdict/statistics.ts';
import { NO_TREND } from '../../../load-tests/verdict/trend.ts';
import { rules } from '../fixtures/exchanges.ts';
import { play } from '../fixtures/played-service.ts';
import { verdicts } from '../sweep/noisy-machine.ts';

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 0)} %`;

function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, column) => (column === 0 ? '---|' : '--:|')).join('')}`;
  console.log([`\n${title}\n`, line(head), rule, ...rows.map(line)].join('\n'));
}

/** The chances are exact, because the number of late requests has a binomial distribution. */
function objectiveRow(requests: number, lateShare: number): string[] {
  const { quantile, confidence } = rules;
  const of = (isSo: (late: number) => boolean) => {
    let chance = 0;
    for (let late = 0; late <= requests && late < 20 + 3 * lateShare * requests; late++) {
      const own = binomialCdf(late, requests, lateShare) - binomialCdf(late - 1, requests, lateShare);
      if (isSo(late)) chance += own;
    }
    return percent(chance);
  };
  const passes = (late: number) => objectiveConfidence(requests, late, quantile) >= confidence;
  const fails = (late: number) => breachConfidence(requests, late, quantile) >= confidence;
  const failed = (late: number) => late > requests - Math.ceil(quantile * requests);
  const open = (late: number) => !passes(late) && !fails(late);
  return [`${(100 * lateShare).toFixed(1)} %`, String(requests), of(passes), of(fails), of(open), of(failed)];
}

/** Simulates runs of a service with one queue. @param utilisation arrivals as a share of the service's capacity */
function trendRow(utilisation: number, perSecond: number, seconds: number, runs: number): string[] {
  let [trends, failed] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const schedule = [{ perSecond, seconds }];
    const evidence = play(schedule, { capacity: perSecond / utilisation }, 1000 + run);
    const { checks, outcome } = judge(evidence, rules, { schedule });
    if (checks.some(({ name, finding }) => name === NO_TREND && finding === 'failed')) trends += 1 / runs;
    if (outcome === 'FAIL') failed += 1 / runs;
  }
  const load = `${perSecond}/s for ${seconds} s`;
  return [`${(100 * utilisation).toFixed(0)} %`, load, percent(trends), percent(failed)];
}

function arrivalsRow(how: string, change: (at: number, index: number) => number, runs = 500): string[] {
  let invalid = 0;
  for (let run = 1; run <= runs; run++) {
    const schedule = [{ perSecond: 20, seconds: 35 }];
    const evidence = play(schedule, { capacity: 1000 }, run);
    const exchanges = evidence.exchanges.map((one, index) => ({ ...one, at: change(one.at, index) }));
    if (judgeArrivals({ ...evidence, exchanges }, schedule).finding === 'invalid') invalid += 1 / runs;
  }
  return [how, percent(invalid)];
}

/** Duration of a search for a service that serves up to `most` requests a second, without the starts of processes. */
async function peakRow(most: number): Promise<string[]> {
  let seconds = 0;
  const { highest } = await searchPeak(
    async (rate) => {
      seconds += Math.max(8, 700 / rate);
      return rate <= most ? 'met' : 'missed';
    },
    { start: 25, most: 5000, precision: 0.05 },
  );
  seconds += Math.max(60, (1.5 * minimumSamples(0.99, 0.995)) / highest);
  return [`${most}/s`, (seconds / 60).toFixed(1)];
}

/** Simulates sweeps of a machine. @param gain factor by which batches are faster */
async function sweepRow(minutes: number, gain: number): Promise<string[]> {
  const sweeps = 300;
  const { pay, not, open, rounds } = await verdicts(sweeps, minutes, gain);
  const shares = [pay, not, open].map((count) => percent(count / sweeps));
  return [String(minutes), gain === 1 ? 'none' : percent(gain - 1), rounds.toFixed(0), ...shares];
}

print(
  'Objective (exact)',
  ['truly late', 'requests', 'PASS', 'FAIL', 'NOT PROVEN', 'FAIL without a confidence'],
  [0.005, 0.008, 0.01, 0.015, 0.02, 0.03].flatMap((late) =>
    [700, 7000].map((requests) => objectiveRow(requests, late)),
  ),
);
print(
  'Trend',
  ['utilisation', 'run', 'trend', 'FAIL'],
  [0.8, 0.9, 0.95, 1.02, 1.05, 1.1, 1.2].flatMap((utilisation) => [
    trendRow(utilisation, 20, 35, 200),
    trendRow(utilisation, 100, 60, 100),
  ]),
);
print(
  'Arrivals',
  ['arrivals', 'INVALID'],
  [
    arrivalsRow('independent', (at) => at),
    arrivalsRow('at equal distances', (_, index) => index * 50),
    arrivalsRow('at equal distances from two workers', (_, index) => (index >> 1) * 100),
    arrivalsRow('in bursts of 5', (_, index) => Math.floor(index / 5) * 250),
  ],
);
print('Duration of peak', ['peak', 'minutes'], await Promise.all([5, 20, 100, 1000].map(peakRow)));
print(
  'Batches in a sweep',
  ['minutes', 'gain of batches', 'rounds', '"pay"', '"do not pay"', 'open'],
  await Promise.all([
    ...[10, 6, 4].flatMap((minutes) => [1, 1.1].map((gain) => sweepRow(minutes, gain))),
    sweepRow(4, 1.2),
  ]),
);
