/** What a comparison with the FastAPI service has shown. */
import { table } from '../../project/table.ts';
import { allSucceeded, type Goal, type Run, titleOf } from '../goals.ts';
import type { LoadResult } from '../measure/load.ts';
import { type Spread, describeSpread as spread, spreadOf } from '../spread.ts';
import type { Agreement, Said } from './agreement.ts';
import type { Versions } from './python-service.ts';

export const SIDES = ['ours', 'theirs'] as const;
export type Side = (typeof SIDES)[number];

export const NAMES: Readonly<Record<Side, string>> = { ours: 'this service', theirs: 'FastAPI' };
/** Pictures are decoded and scaled by other programs, so a few that lie between two labels may fall to the other side. */
const LEAST_AGREEMENT = 0.95;

export type PeerLoad = ReturnType<typeof peerLoad>;

export type Round = Readonly<Record<Side, PeerLoad>>;

export interface Comparison extends Run {
  readonly versions: Versions;
  readonly clients: number;
  /** Workers of each. */
  readonly workers: number;
  /** Requests that a worker of ours takes at once. */
  readonly concurrency: number;
  /** Requests that run together in ours at most. */
  readonly batch: number;
  readonly agreement: Agreement;
  readonly rounds: readonly Round[];
  readonly ratio: Spread;
}

/** @param cpuMilliseconds of the whole service meanwhile */
export function peerLoad(result: LoadResult, cpuMilliseconds: number) {
  /** Without the client, milliseconds a request; NaN where the system does not tell. */
  const cpuPerRequest = cpuMilliseconds / result.requests;
  return { ...result, cpuPerRequest };
}

/** Responses a second of ours over theirs, round by round: only what was measured next to each other is compared. */
export function ratioOf(rounds: readonly Round[]): Spread {
  return spreadOf(rounds.map(({ ours, theirs }) => ours.requestsPerSecond / theirs.requestsPerSecond));
}

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
      met: alike >= LEAST_AGREEMENT * samples,
    },
  ];
}

function describeSaid({ prediction, probability }: Said): string {
  return probability === undefined ? prediction : `${prediction} (${probability.toFixed(2)})`;
}

export function formatComparison(comparison: Comparison): string {
  const { versions, clients, workers, concurrency, batch, rounds, ratio } = comparison;
  const row = (name: string, decimals: number, value: (load: PeerLoad) => number) => [
    name,
    ...SIDES.map((side) => spread(spreadOf(rounds.map((round) => value(round[side]))), decimals)),
  ];
  const installed = Object.entries(versions).map(([name, version]) => `${name} ${version ?? 'missing'}`);
  return [
    titleOf(comparison),
    installed.join(', '),
    `${clients} clients that wait for their responses, new ids, load generator on the same cores; ${rounds.length} rounds, in turns`,
    `this service: front process and ${workers} workers, ${concurrency} requests at once each, ${batch > 1 ? `batches of ${batch}` : 'no batches'}, every response cached, early exit`,
    `FastAPI: ${workers} uvicorn workers, as many clients each, every member for every request, no batches, no cache`,
    '',
    table([
      ['', ...SIDES.map((side) => NAMES[side])],
      row('responses/s', 0, ({ requestsPerSecond }) => requestsPerSecond),
      row('p50 ms', 1, ({ milliseconds }) => milliseconds.p50),
      row('p99 ms', 1, ({ milliseconds }) => milliseconds.p99),
      row('CPU ms a request', 2, ({ cpuPerRequest }) => cpuPerRequest),
      row('CPU ms of the client a request', 2, ({ cpuMilliseconds, requests }) => cpuMilliseconds / requests),
    ]),
    '',
    describeRatio(ratio),
    'Medians of the rounds, with the least and the most.',
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
