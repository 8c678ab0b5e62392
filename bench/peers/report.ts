/** Report of a comparison with the FastAPI service. */
import { table } from '../../project/table.ts';
import { allSucceeded, type Goal } from '../goals.ts';
import type { LoadResult } from '../measure/load.ts';
import { type Spread, describeSpread as spread, spreadOf } from '../spread.ts';
import type { Agreement, Reply } from './agreement.ts';
import type { Versions } from './python-service.ts';

export const NAMES = { ours: 'this service', theirs: 'FastAPI' } as const;
export type Side = keyof typeof NAMES;
export const SIDES = Object.keys(NAMES) as readonly Side[];
/** Smallest share of samples with equal predictions. A few may differ, because the services scale pictures differently. */
const LEAST_AGREEMENT = 0.95;

export interface PeerLoad extends LoadResult {
  /** CPU milliseconds of the whole service, without the client; NaN if the system does not report it. */
  readonly cpuPerRequest: number;
}

export type Round = Readonly<Record<Side, PeerLoad>>;

export interface Comparison {
  readonly versions: Versions;
  readonly clients: number;
  /** Number of workers of each service. */
  readonly workers: number;
  /** Number of requests that one of our workers processes at once. */
  readonly concurrency: number;
  /** Largest number of requests in a batch of our service; FastAPI has no batches. */
  readonly batch: number;
  readonly agreement: Agreement;
  readonly rounds: readonly Round[];
}

export function reportComparison(comparison: Comparison) {
  const { versions, clients, workers, concurrency, batch, rounds } = comparison;
  // The services are compared round by round, because only neighbouring measurements are comparable.
  const ratio = spreadOf(rounds.map(({ ours, theirs }) => ours.requestsPerSecond / theirs.requestsPerSecond));
  const row = (name: string, decimals: number, value: (load: PeerLoad) => number) => [
    name,
    ...SIDES.map((side) => spread(spreadOf(rounds.map((round) => value(round[side]))), decimals)),
  ];
  const installed = Object.entries(versions).map(([name, version]) => `${name} ${version ?? 'missing'}`);
  const lines = [
    installed.join(', '),
    `${clients} clients that wait for their responses, new ids, load generator on the same cores; ${rounds.length} rounds, in turns`,
    `this service: front process and ${workers} workers, ${concurrency} requests at once each, ${batch > 1 ? `batches of ${batch}` : 'no batches'}, every response cached, early exit`,
    `FastAPI: ${workers} uvicorn workers, with as many clients as this service, every member for every request, no batches, no cache`,
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
    `responses/s of ${NAMES.ours} over those of ${NAMES.theirs}: ${spread(ratio, 2)}; ${verdictOf(ratio)}`,
    'Each value is the median of the rounds, with the smallest and the largest value in brackets.',
  ];
  return { lines, measurements: { ...comparison, ratio }, goals: judgeComparison(comparison) };
}

/** Names the service that has the higher throughput in every round, if there is one. */
function verdictOf({ least, most }: Spread): string {
  if (least > 1) return `${NAMES.ours} serves more in every round`;
  return most < 1 ? `${NAMES.theirs} serves more in every round` : 'neither serves more in every round';
}

/** Conditions of a meaningful comparison: both services responded to every request, and nearly all predictions agree. */
function judgeComparison({ rounds, agreement }: Comparison): Goal[] {
  const { contract, samples, disagreements } = agreement;
  const alike = samples - disagreements.length;
  const different = disagreements.map(
    ({ sample, ours, theirs }) => `${sample}: ${describeReply(ours)} and ${describeReply(theirs)}`,
  );
  return [
    allSucceeded(rounds.flatMap(({ ours, theirs }) => [ours, theirs])),
    {
      name: `both give the same responses to at least ${100 * LEAST_AGREEMENT} % of the samples${contract === 'predictions' ? ', before any threshold' : ''}`,
      measured: [`${alike} of ${samples}`, ...different].join('; '),
      met: alike >= LEAST_AGREEMENT * samples,
    },
  ];
}

function describeReply({ prediction, probability }: Reply): string {
  return probability === undefined ? prediction : `${prediction} (${probability.toFixed(2)})`;
}
