import { CostError } from '../errors.ts';
import { amount, percent } from '../report/format.ts';
import { serviceTime } from '../simulation/service-time.ts';
import { Simulation, type SimulationInput } from '../simulation/simulation.ts';
import { type Unsteadiness, unsteadiness } from '../simulation/stationary.ts';
import { Tally } from '../simulation/tally.ts';
import { DEFAULT_CONFIGURATION } from '../workload/defaults.ts';
import { offeredErlangs } from '../workload/workload.ts';
import { type Arguments, POSITIVE, WHOLE } from './command-line/arguments.ts';
import { readLoad, readPlay, readRun } from './input/inputs.ts';
import { assumptions } from './output/assumptions.ts';
import { Progress } from './output/progress.ts';
import { structured } from './output/structured.ts';
import { storm, summary } from './simulate-tables.ts';

const QUESTIONS = 100_000;
const TENTHS = 10;

/** A played load: all of it, and its tenths. */
interface Played {
  readonly all: Tally;
  readonly tenths: readonly Tally[];
}

/** `npm run cost -- simulate …`: a load played twice, with and without repeats by the client. */
export function simulateCommand(args: Arguments, report: (text: string) => void): string {
  const run = readRun(args);
  const load = readLoad(args, run);
  const environments = args.optionalNumber('environments', WHOLE);
  if (environments === undefined) {
    throw new CostError('--environments is missing: give the number of environments to play against.');
  }
  const cache = !args.isSet('no-cache');
  const { promised, play } = readPlay(args);
  const questions = args.isSet('questions') ? play.questions : QUESTIONS;
  const input: SimulationInput = {
    ratePerSecond: load.ratePerSecond,
    burst: load.burst,
    fresh: serviceTime(load.fresh, play),
    // A repeat by the client is remembered too; without its duration given it counts as instant.
    cached: cache ? serviceTime(load.cached, play) : undefined,
    repeatShare: load.repeatShare,
    environments,
    overflow: args.word('overflow', ['on-demand', 'queue', 'reject']),
    coldStart: args.number('cold-start', DEFAULT_CONFIGURATION.coldStartMilliseconds),
    keepWarm: play.keepWarm,
    reuse: play.reuse,
    network: promised.network,
    timeout: args.number('timeout', promised.milliseconds, POSITIVE),
    repeats: args.number('retries', 2, WHOLE),
    seed: play.seed,
  };
  const progress = new Progress(report, 'Playing the load');
  const tick = (offset: number) => (done: number) => progress.tick(offset + done, 2 * TENTHS);
  const withRepeats = playTenths(input, questions, tick(0));
  const without = playTenths({ ...input, repeats: 0 }, questions, tick(TENTHS));
  const servers = input.overflow === 'queue' ? environments : undefined;
  const warnings = [
    warning('without repeats', unsteadiness(without.tenths, servers), without.all, environments),
    warning('with repeats', unsteadiness(withRepeats.tenths, servers), withRepeats.all, environments),
  ].flatMap((text) => text ?? []);
  const notes = assumptions(load, play, run);
  const data = structured(args, {
    withRepeats: figures(withRepeats),
    without: figures(without),
    notStationary: warnings,
    notes,
  });
  if (data !== undefined) {
    return data;
  }
  return [
    `${amount(load.ratePerSecond)} requests/s in bursts of ${load.burst}, ${amount(offeredErlangs(load, cache))} Erlang on ${environments} environments (${input.overflow}), from a cold start`,
    '',
    summary(withRepeats.all, without.all, input),
    '',
    `Attempts by tenths of the run (${amount(withRepeats.all.span / 1000)} s), with repeats:`,
    storm(withRepeats.tenths),
    '',
    ...warnings,
    ...notes,
  ].join('\n');
}

function playTenths(input: SimulationInput, questions: number, tick: (done: number) => void): Played {
  const simulation = new Simulation(input);
  const all = new Tally(input.timeout);
  const tenths = Array.from({ length: TENTHS }, (_, tenth) => {
    tick(tenth);
    const tally = new Tally(input.timeout);
    const from = Math.floor((questions * tenth) / TENTHS);
    simulation.play(Math.floor((questions * (tenth + 1)) / TENTHS) - from, tally);
    if (tenth === TENTHS - 1) {
      simulation.finish(tally);
    }
    all.add(tally);
    return tally;
  });
  return { all, tenths };
}

function warning(
  name: string,
  found: Unsteadiness | undefined,
  { work, span }: Tally,
  environments: number,
): string | undefined {
  if (found === undefined) {
    return undefined;
  }
  const why =
    found === 'overloaded'
      ? `${percent(work / (span * environments))} of what the environments can do arrives`
      : 'the wait grows from tenth to tenth';
  return `Not stationary ${name}: ${why}, so these shares hold for a run of ${amount(span / 1000)} s only; a longer one ends worse.`;
}

function figures({ all, tenths }: Played) {
  const { questions, attempts, repeats, onDemand, cold, rejected, late, inTimeAtFirst, inTime } = all;
  const quantile = (share: number) => all.latencies.quantile(share);
  return {
    questions,
    attempts,
    repeats,
    onDemand,
    cold,
    rejected,
    late,
    inTimeAtFirst,
    inTime,
    latency: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
    tenths: tenths.map((tally) => ({
      attempts: tally.attempts,
      repeats: tally.repeats,
      late: tally.late,
      meanWait: tally.waited / tally.attempts,
    })),
  };
}
