/** Measures the CPU time of every process per request, and divides it among the steps of a request. */
import type { RequestSource } from '../model-repository/request-source.ts';
import { table } from '../project/table.ts';
import { allSucceeded, type Goal } from './goals.ts';
import { type BareWork, measureCeiling } from './measure/bare-inference.ts';
import { type MeasuredLoad, measureLoad, SETTLING_SECONDS } from './measure/load.ts';
import type { BenchMeans, Outcome } from './mode.ts';
import type { BenchOptions } from './options.ts';
import { progressOf } from './progress.ts';
import { describeSpread, spreadOf } from './spread.ts';

/** Limit of the CPU time of front process, cache and workers per request, without members and decoding. */
const MOST_MILLISECONDS = 0.5;

/** A round makes each measurement once, so that in several rounds, other programs affect all measurements alike. */
interface StepsRound {
  /** The load of requests with new ids, once with the cache and once without. */
  readonly cache: MeasuredLoad;
  readonly noCache: MeasuredLoad;
  /** CPU milliseconds per request of the members alone, and of decoding alone. */
  readonly members: number;
  readonly decode: number;
}

export async function benchSteps(
  { directory }: RequestSource,
  { clients, seconds, rounds: count }: BenchOptions,
  { generator, start }: BenchMeans,
): Promise<Outcome> {
  const begin = progressOf(2 * SETTLING_SECONDS + 4 * count * seconds);
  const [service, uncached] = [await start(), await start({ cache: false })];
  const load = { generator, clients, seconds };
  const alone = async (work: BareWork) =>
    (await measureCeiling({ directory, work, seconds })).cpuMillisecondsPerRequest;
  begin('settling', 2 * SETTLING_SECONDS);
  for (const one of [service, uncached]) await measureLoad(one, { ...load, seconds: SETTLING_SECONDS });
  const rounds: StepsRound[] = [];
  for (let round = 1; round <= count; round += 1) {
    begin(`round ${round} of ${count}`, 4 * seconds);
    rounds.push({
      cache: await measureLoad(service, load),
      members: await alone('needed'),
      noCache: await measureLoad(uncached, load),
      decode: await alone('decode'),
    });
  }
  const succeeded = allSucceeded(rounds.flatMap(({ cache, noCache }) => [cache, noCache]));
  const goals = [succeeded, judgeSteps(rounds)];
  return { lines: formatSteps(clients, rounds), measurements: { clients, rounds }, goals };
}

const beside = ({ cache: { cpuPerRequest }, members, decode }: StepsRound) =>
  cpuPerRequest.front + cpuPerRequest.workers - members - decode;

/** CPU milliseconds of each step per request, in one round. */
const ROWS: Readonly<Record<string, (round: StepsRound) => number>> = {
  'front process: HTTP, contract, cache, records': ({ cache }) => cache.cpuPerRequest.front,
  '  the cache: the time with a cache less the time without one': ({ cache, noCache }) =>
    cache.cpuPerRequest.front - noCache.cpuPerRequest.front,
  worker: ({ cache }) => cache.cpuPerRequest.workers,
  '  the members that a response needs': ({ members }) => members,
  '  decoding': ({ decode }) => decode,
  '  the rest: messages, garbage collection': ({ cache, members, decode }) =>
    cache.cpuPerRequest.workers - members - decode,
  'all but members and decoding': beside,
};

export function judgeSteps(rounds: readonly StepsRound[]): Goal {
  const { median } = spreadOf(rounds.map(beside));
  return {
    name: `at most ${MOST_MILLISECONDS} ms of CPU time per request, not counting members and decoding`,
    measured: `${median.toFixed(2)} ms`,
    met: median <= MOST_MILLISECONDS,
  };
}

export function formatSteps(clients: number, rounds: readonly StepsRound[]): string[] {
  return [
    `${clients} clients that wait for their responses, new ids; ${rounds.length} rounds, in turns`,
    '',
    table([
      ['CPU ms a request', 'median (least to most)'],
      ...Object.entries(ROWS).map(([name, cost]) => [name, describeSpread(spreadOf(rounds.map(cost)), 2)]),
    ]),
    '',
    'Members and decoding are measured alone, one request at a time in one thread per core, on the same samples; workers run',
    'waiting requests in batches, which may take less CPU time.',
  ];
}
