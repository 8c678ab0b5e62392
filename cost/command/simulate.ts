import { KEEP_WARM_SECONDS } from '../defaults.ts';
import { erlangB } from '../erlang.ts';
import { CostError } from '../errors.ts';
import { amount, milliseconds, percent, table } from '../format.ts';
import { serviceTime } from '../service-times.ts';
import { simulate } from '../simulation.ts';
import type { SimulationInput } from '../simulation-input.ts';
import type { Tally } from '../tally.ts';
import { offeredErlangs } from '../workload.ts';
import { type Arguments, POSITIVE, WHOLE } from './arguments.ts';
import { readLoad, readPlay, readRun } from './inputs.ts';

/** `npm run cost -- simulate …`: a load played twice, with and without repeats by the client. */
export function simulateCommand(args: Arguments): string {
  const load = readLoad(args, readRun(args));
  const environments = args.optionalNumber('environments', WHOLE);
  if (environments === undefined) {
    throw new CostError('--environments is missing: give the number of environments to play against.');
  }
  const cache = !args.isSet('no-cache');
  const { promised, play } = readPlay(args);
  const input: SimulationInput = {
    ratePerSecond: load.ratePerSecond,
    burst: load.burst,
    questions: play.questions,
    warmUp: play.warmUp,
    fresh: serviceTime(load.fresh, play.distribution),
    // A repeat by the client is remembered too; without its duration given it counts as instant.
    cached: cache ? serviceTime(load.cached, play.distribution) : undefined,
    repeatShare: load.repeatShare,
    environments,
    overflow: args.word('overflow', ['on-demand', 'queue', 'reject']),
    coldStart: args.number('cold-start', 1500),
    keepWarm: KEEP_WARM_SECONDS * 1000,
    network: promised.network,
    timeout: args.number('timeout', promised.milliseconds, POSITIVE),
    repeats: args.number('retries', 2, WHOLE),
    seed: play.seed,
  };
  const started = performance.now();
  const withRepeats = simulate(input);
  const without = simulate({ ...input, repeats: 0 });
  const seconds = (performance.now() - started) / 1000;
  if (args.isSet('json')) {
    return JSON.stringify({ withRepeats: figures(withRepeats), without: figures(without) }, null, 2);
  }
  const erlangs = offeredErlangs(load, cache);
  return [
    `${amount(load.ratePerSecond)} requests/s in bursts of ${load.burst}, ${amount(erlangs)} Erlang on ${environments} environments (${input.overflow})`,
    `Erlang-B for single arrivals: ${percent(erlangB(environments, erlangs))} find all busy`,
    '',
    summary(withRepeats, without, input),
    '',
    `Attempts by tenths of the run (${amount(withRepeats.span / 1000)} s), with repeats:`,
    storm(withRepeats),
    '',
    `${amount(withRepeats.attempts + without.attempts)} requests simulated in ${seconds.toFixed(2)} s`,
  ].join('\n');
}

function summary(withRepeats: Tally, without: Tally, { repeats }: SimulationInput): string {
  const both = (name: string, figure: (tally: Tally) => string) => [
    name,
    figure(without),
    figure(withRepeats),
  ];
  return table([
    ['', 'asked once', `up to ${repeats} repeats`],
    both('attempts per question', (tally) => (tally.attempts / tally.questions).toFixed(3)),
    both('answered in time at once', (tally) => percent(tally.inTimeAtFirst / tally.questions)),
    both('answered in time in the end', (tally) => percent(tally.inTime / tally.questions)),
    both('spilled over, of attempts', (tally) => percent(tally.onDemand / tally.attempts)),
    both('cold, of attempts', (tally) => percent(tally.cold / tally.attempts)),
    both('refused, of attempts', (tally) => percent(tally.rejected / tally.attempts)),
    both('p50', (tally) => duration(tally.quantile(0.5))),
    both('p99', (tally) => duration(tally.quantile(0.99))),
    both('environments at work', (tally) => percent(tally.utilisation)),
  ]);
}

function storm({ windows }: Tally): string {
  const share = (part: number, all: number) => (all > 0 ? percent(part / all) : '–');
  return table([
    ['tenth', 'attempts', 'of them repeats', 'late or refused'],
    ...windows.map(({ attempts, repeats, late }, index) => [
      String(index + 1),
      amount(attempts),
      share(repeats, attempts),
      share(late, attempts),
    ]),
  ]);
}

function duration(value: number): string {
  return Number.isFinite(value) ? milliseconds(value) : 'never';
}

function figures(tally: Tally) {
  return {
    questions: tally.questions,
    attempts: tally.attempts,
    repeats: tally.repeats,
    onDemand: tally.onDemand,
    cold: tally.cold,
    rejected: tally.rejected,
    late: tally.late,
    inTimeAtFirst: tally.inTimeAtFirst,
    inTime: tally.inTime,
    utilisation: tally.utilisation,
    latency: { p50: tally.quantile(0.5), p95: tally.quantile(0.95), p99: tally.quantile(0.99) },
    windows: tally.windows,
  };
}
