import { allSucceeded, describeGoals, type Goal } from '../report/goals.ts';
import { type Spread, describeSpread as spread, spreadOf } from '../spread.ts';
import type { Said } from './agreement.ts';
import type { Comparison } from './compare.ts';
import { type PeerLoad, SIDES, type Side } from './rounds.ts';

/** Pictures are decoded and scaled by other programs, so a few that lie between two labels may fall to the other side. */
const LEAST_AGREEMENT = 0.95;

const NAMES: Readonly<Record<Side, string>> = { ours: 'this service', theirs: 'FastAPI' };
const NAME_WIDTH = 32;
const WIDTH = 26;

/** What a comparison must show to mean anything: that both gave every response, and the same ones. */
export function judgeComparison({ rounds, agreement }: Comparison): Goal[] {
  const { contract, samples, disagreements } = agreement;
  const alike = samples - disagreements.length;
  const different = disagreements.map(
    ({ sample, ours, theirs }) => `${sample}: ${describeSaid(ours)} and ${describeSaid(theirs)}`,
  );
  return [
    allSucceeded(rounds.flatMap(({ ours, theirs }) => [ours, theirs])),
    {
      name: `both give the same responses to ${100 * LEAST_AGREEMENT} % of the samples${contract === 'predictions' ? ', before any threshold' : ''}`,
      measured: [`${alike} of ${samples}`, ...different].join('; '),
      kept: alike >= LEAST_AGREEMENT * samples,
    },
  ];
}

/** The comparison as a table for a terminal. */
export function formatComparison(comparison: Comparison): string {
  const { machine, versions, model, contract, clients, workers, concurrency, batch, rounds, ratio } =
    comparison;
  const of = (side: Side, value: (load: PeerLoad) => number) =>
    spreadOf(rounds.map((round) => value(round[side])));
  const row = (name: string, decimals: number, value: (load: PeerLoad) => number) => [
    name,
    ...SIDES.map((side) => spread(of(side, value), decimals)),
  ];
  const rows = [
    ['', ...SIDES.map((side) => NAMES[side])],
    row('responses/s', 0, ({ responsesPerSecond }) => responsesPerSecond),
    row('p50 ms', 1, ({ milliseconds }) => milliseconds.p50),
    row('p99 ms', 1, ({ milliseconds }) => milliseconds.p99),
    row('CPU ms a request', 2, ({ cpuPerRequest }) => cpuPerRequest),
    row('CPU ms of the client a request', 2, ({ cpuMilliseconds, requests }) => cpuMilliseconds / requests),
  ];
  const installed = Object.entries(versions).map(([name, version]) => `${name} ${version ?? 'missing'}`);
  return [
    `${model} by ${contract}; ${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`,
    installed.join(', '),
    `${clients} clients that wait for their responses, new ids, load generator on the same cores; ${rounds.length} rounds, in turns`,
    `this service: front process and ${workers} workers, ${concurrency} requests at once each, ${batch > 1 ? `batches of ${batch}` : 'no batches'}, every response cached, early exit`,
    `FastAPI: ${workers} uvicorn workers, as many clients each, every member for every request, no batches, no cache`,
    '',
    ...rows.map(([name = '', ...cells]) =>
      [name.padEnd(NAME_WIDTH), ...cells.map((cell) => cell.padStart(WIDTH))].join(''),
    ),
    '',
    describeRatio(ratio),
    ...describeHighest(comparison),
    'Medians of the rounds, with the least and the most.',
    '',
    ...describeGoals(judgeComparison(comparison)),
  ].join('\n');
}

/** Which serves more, and how surely: where rounds disagree, neither does. */
function describeRatio(ratio: Spread): string {
  const verdict =
    ratio.least > 1
      ? `${NAMES.ours} serves more in every round`
      : ratio.most < 1
        ? `${NAMES.theirs} serves more in every round`
        : 'some rounds say more, some less';
  return `responses/s of ${NAMES.ours} over those of ${NAMES.theirs}: ${spread(ratio, 2)}; ${verdict}`;
}

/** What could be won at most; nothing where the system does not tell CPU times. */
function describeHighest({ highestRatio, rounds }: Comparison): string[] {
  if (Number.isNaN(highestRatio.median)) return [];
  const members = spreadOf(rounds.map((round) => round.members));
  return [
    `with nothing around the members, one request at a time, it could be at most ${spread(highestRatio, 2)}: those ` +
      `that a response takes need ${spread(members, 2)} ms of CPU`,
  ];
}

function describeSaid({ answer, probability }: Said): string {
  return probability === undefined ? answer : `${answer} (${probability.toFixed(2)})`;
}
