import type { Steps, StepsRound } from '../measure/steps.ts';
import { type Spread, spreadOf } from '../spread.ts';

const NAME_WIDTH = 64;
const WIDTH = 22;

/** CPU milliseconds of each step, of one round. */
const ROWS: readonly (readonly [name: string, cost: (round: StepsRound) => number])[] = [
  ['gateway: reads the question, writes the answer', ({ cache }) => cache.cpuPerRequest.gateway],
  ['table, a process of its own', ({ cache }) => cache.cpuPerRequest.database],
  ['execution environment', ({ cache }) => cache.cpuPerRequest.environments],
  ['  the members that are asked', ({ members }) => members],
  ['  decoding', ({ decode }) => decode],
  [
    '  remembering: with the cache less without',
    ({ cache, noCache }) => cache.cpuPerRequest.environments - noCache.cpuPerRequest.environments,
  ],
  [
    '  the rest: event, contract, answer, records, garbage collection',
    ({ noCache, members, decode }) => noCache.cpuPerRequest.environments - members - decode,
  ],
];

/** CPU time of an environment over that of the members that are asked. */
export function ratioOf(rounds: readonly StepsRound[]): Spread {
  return spreadOf(rounds.map(({ cache, members }) => cache.cpuPerRequest.environments / members));
}

/** What each step costs, as a table for a terminal. */
export function formatSteps({ machine, task, contract, clients, rounds }: Steps): string {
  const stages = Object.keys(rounds[0]?.cache.stageMilliseconds ?? {});
  const stageTimes = stages.map((stage) => {
    const { median } = spreadOf(rounds.map(({ cache }) => cache.stageMilliseconds[stage] ?? 0));
    return `${stage} ${median.toFixed(2)}`;
  });
  return [
    `${task} by ${contract}; ${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`,
    `${clients} clients that wait for their answers, new ids; ${rounds.length} rounds, in turns`,
    '',
    `${'CPU ms a question'.padEnd(NAME_WIDTH)}${'median (least to most)'.padStart(WIDTH)}`,
    ...ROWS.map(
      ([name, cost]) => name.padEnd(NAME_WIDTH) + spread(spreadOf(rounds.map(cost))).padStart(WIDTH),
    ),
    '',
    `an environment takes ${spread(ratioOf(rounds))} times the CPU of the members that are asked`,
    `stages by the service's own clock, median ms, waiting included: ${stageTimes.join(', ')}`,
    'Members and decoding are measured alone, in one thread per core, on the same samples; with the threads of libraries.',
  ].join('\n');
}

function spread({ median, least, most }: Spread): string {
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
