import type { Steps, StepsRound } from '../measure/steps.ts';
import { describeSpread, spreadOf } from '../spread.ts';
import type { Goal } from './goals.ts';

const NAME_WIDTH = 64;
const WIDTH = 22;
/** What front process, cache and workers may take beside members and decoding. */
const MOST_MILLISECONDS = 0.5;

const beside = ({ cache: { cpuPerRequest }, members, decode }: StepsRound) =>
  cpuPerRequest.front + cpuPerRequest.workers - members - decode;

/** CPU milliseconds of each step, of one round. */
const ROWS: readonly (readonly [name: string, cost: (round: StepsRound) => number])[] = [
  ['front process: HTTP, contract, cache, records', ({ cache }) => cache.cpuPerRequest.front],
  [
    '  the cache: with it less without',
    ({ cache, noCache }) => cache.cpuPerRequest.front - noCache.cpuPerRequest.front,
  ],
  ['worker', ({ cache }) => cache.cpuPerRequest.workers],
  ['  the members that a response takes', ({ members }) => members],
  ['  decoding', ({ decode }) => decode],
  [
    '  the rest: messages, garbage collection',
    ({ cache, members, decode }) => cache.cpuPerRequest.workers - members - decode,
  ],
  ['all beside members and decoding', beside],
];

export function judgeSteps(rounds: readonly StepsRound[]): Goal {
  const { median } = spreadOf(rounds.map(beside));
  return {
    name: `at most ${MOST_MILLISECONDS} ms of CPU a request beside members and decoding`,
    measured: `${median.toFixed(2)} ms`,
    kept: median <= MOST_MILLISECONDS,
  };
}

/** What each step costs, as a table for a terminal. */
export function formatSteps({ machine, model, contract, clients, rounds }: Steps): string {
  return [
    `${model} by ${contract}; ${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`,
    `${clients} clients that wait for their responses, new ids; ${rounds.length} rounds, in turns`,
    '',
    `${'CPU ms a request'.padEnd(NAME_WIDTH)}${'median (least to most)'.padStart(WIDTH)}`,
    ...ROWS.map(
      ([name, cost]) =>
        name.padEnd(NAME_WIDTH) + describeSpread(spreadOf(rounds.map(cost)), 2).padStart(WIDTH),
    ),
    '',
    'Members and decoding are measured alone, one request at a time in one thread per core, on the same samples; workers run',
    'what waits in batches, which may take less.',
  ].join('\n');
}
