/** What a comparison with the FastAPI service has shown. */
import { table } from '../../project/table.ts';
import { allSucceeded, type Goal } from '../goals.ts';
import { describeMachine, type Machine } from '../machine.ts';
import type { LoadResult } from '../measure/load.ts';
import { type Spread, describeSpread as spread, spreadOf } from '../spread.ts';
import type { Agreement, Said } from './agreement.ts';
import type { Versions } from './python-service.ts';

export const SIDES = ['ours', 'theirs'] as const;
export type Side = (typeof SIDES)[number];

const NAMES: Readonly<Record<Side, string>> = { ours: 'this service', theirs: 'FastAPI' };
/** Pictures are decoded and scaled by other programs, so a few that lie between two labels may fall to the other side. */
const LEAST_AGREEMENT = 0.95;

/** One load on one service. */
export interface PeerLoad extends LoadResult {
  /** Without failures. */
  readonly responsesPerSecond: number;
  /** CPU time of the whole service a request, without the client, milliseconds; NaN where the system does not tell. */
  readonly cpuPerRequest: number;
}

export interface Round extends Readonly<Record<Side, PeerLoad>> {
  /** CPU time of the members that a response of ours takes, for one request alone with nothing around them, milliseconds. */
  readonly members: number;
}

export interface Comparison {
  readonly started: string;
  readonly machine: Machine;
  readonly versions: Versions;
  readonly model: string;
  readonly contract: string;
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
  readonly highestRatio: Spread;
}

/** @param cpuMilliseconds of the whole service meanwhile */
export function peerLoad(result: LoadResult, cpuMilliseconds: number): PeerLoad {
  return {
    ...result,
    responsesPerSecond: (result.requests - result.failures) / result.seconds,
    cpuPerRequest: cpuMilliseconds / result.requests,
  };
}

/** Responses a second of ours over theirs, round by round: only what was measured next to each other is compared. */
export function ratioOf(rounds: readonly Round[]): Spread {
  return spreadOf(rounds.map(({ ours, theirs }) => ours.responsesPerSecond / theirs.responsesPerSecond));
}

/**
 * What the ratio could be if a request to ours cost nothing but the members that its response takes, one request at a
 * time, and the client, which works on the same cores: the less CPU time a response takes, the more of them busy cores
 * give. NaN where the system does not tell CPU times.
 */
export function highestRatioOf(rounds: readonly Round[]): Spread {
  return spreadOf(
    rounds.map(
      ({ ours, theirs, members }) => (theirs.cpuPerRequest + clientCpu(theirs)) / (members + clientCpu(ours)),
    ),
  );
}

const clientCpu = ({ cpuMilliseconds, requests }: PeerLoad) => cpuMilliseconds / requests;

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

function describeSaid({ prediction, probability }: Said): string {
  return probability === undefined ? prediction : `${prediction} (${probability.toFixed(2)})`;
}

/** The comparison as a table for a terminal. */
export function formatComparison(comparison: Comparison): string {
  const { machine, versions, model, contract, clients, workers, concurrency, batch, rounds, ratio } =
    comparison;
  const row = (name: string, decimals: number, value: (load: PeerLoad) => number) => [
    name,
    ...SIDES.map((side) => spread(spreadOf(rounds.map((round) => value(round[side]))), decimals)),
  ];
  const installed = Object.entries(versions).map(([name, version]) => `${name} ${version ?? 'missing'}`);
  return [
    `${model} by ${contract}; ${describeMachine(machine)}`,
    installed.join(', '),
    `${clients} clients that wait for their responses, new ids, load generator on the same cores; ${rounds.length} rounds, in turns`,
    `this service: front process and ${workers} workers, ${concurrency} requests at once each, ${batch > 1 ? `batches of ${batch}` : 'no batches'}, every response cached, early exit`,
    `FastAPI: ${workers} uvicorn workers, as many clients each, every member for every request, no batches, no cache`,
    '',
    table([
      ['', ...SIDES.map((side) => NAMES[side])],
      row('responses/s', 0, ({ responsesPerSecond }) => responsesPerSecond),
      row('p50 ms', 1, ({ milliseconds }) => milliseconds.p50),
      row('p99 ms', 1, ({ milliseconds }) => milliseconds.p99),
      row('CPU ms a request', 2, ({ cpuPerRequest }) => cpuPerRequest),
      row('CPU ms of the client a request', 2, clientCpu),
    ]),
    '',
    describeRatio(ratio),
    ...describeHighest(comparison),
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

/** What could be won at most; nothing where the system does not tell CPU times. */
function describeHighest({ highestRatio, rounds }: Comparison): string[] {
  if (Number.isNaN(highestRatio.median)) return [];
  const members = spreadOf(rounds.map((round) => round.members));
  return [
    `with nothing around the members, one request at a time, it could be at most ${spread(highestRatio, 2)}: those ` +
      `that a response takes need ${spread(members, 2)} ms of CPU`,
  ];
}
