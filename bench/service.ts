/** Compares the service with its members alone: throughput, latency, CPU time, start and memory. */
import type { RequestSource } from '../model-repository/request-source.ts';
import { table } from '../project/table.ts';
import { allSucceeded, type Goal } from './goals.ts';
import { type Ceiling, measureCeiling } from './measure/bare-inference.ts';
import { type MeasuredLoad, measureLoad, SETTLING_SECONDS } from './measure/load.ts';
import { measureStartUp, type StartUp } from './measure/start-up.ts';
import type { BenchMeans, Outcome } from './mode.ts';
import { type BenchOptions, LEAST_MEMBERS_MILLISECONDS, MOST_CPU } from './options.ts';
import { progressOf } from './progress.ts';

const STARTS = 5;
/** Expected duration of all starts together. */
const START_SECONDS = 8;

export interface ServiceMeasurements {
  /** Bare ONNX Runtime with all members (`all`), and with only those that a response needs (`needed`). */
  readonly ceiling: Readonly<Record<'all' | 'needed', Ceiling>>;
  /** Loads with new ids. */
  readonly oneClient: MeasuredLoad;
  readonly manyClients: MeasuredLoad;
  /** A load with ids that already have responses. */
  readonly repeated: MeasuredLoad;
  readonly startUp: StartUp;
}

export async function benchService(
  model: RequestSource,
  { clients, seconds }: BenchOptions,
  { dataDirectory, generator, start }: BenchMeans,
): Promise<Outcome> {
  const { directory } = model;
  const begin = progressOf(START_SECONDS + SETTLING_SECONDS + 5 * seconds);
  begin('starts', START_SECONDS);
  const startUp = await measureStartUp(model, dataDirectory, STARTS);
  begin('members alone', 2 * seconds);
  const ceiling = {
    all: await measureCeiling({ directory, work: 'all', seconds }),
    needed: await measureCeiling({ directory, work: 'needed', seconds }),
  };
  const service = await start();
  const load = { generator, clients, seconds };
  begin('settling', SETTLING_SECONDS);
  await measureLoad(service, { ...load, seconds: SETTLING_SECONDS });
  begin('one client, new ids', seconds);
  const oneClient = await measureLoad(service, { ...load, clients: 1 });
  begin(`${clients} clients, new ids`, seconds);
  const manyClients = await measureLoad(service, load);
  begin(`${clients} clients, repeated ids`, seconds);
  const repeated = await measureLoad(service, { ...load, repeated: true });
  const measurements = { ceiling, oneClient, manyClients, repeated, startUp };
  return { lines: ['', formatService(measurements)], measurements, goals: judgeService(measurements) };
}

export function judgeService({ ceiling, oneClient, manyClients, repeated }: ServiceMeasurements): Goal[] {
  const { workers } = manyClients.cpuPerRequest;
  const { cpuMillisecondsPerRequest: members } = ceiling.needed;
  const ratio = workers / members;
  const judged = members >= LEAST_MEMBERS_MILLISECONDS;
  return [
    allSucceeded([oneClient, manyClients, repeated]),
    {
      name: `workers' CPU per request, at most ${MOST_CPU.toFixed(1)} times that of the members that a response needs`,
      measured:
        `${ratio.toFixed(2)} times, ${workers.toFixed(2)} ms over ${members.toFixed(2)} ms` +
        (judged ? '' : `; not judged for members of less than ${LEAST_MEMBERS_MILLISECONDS} ms`),
      met: judged ? ratio <= MOST_CPU : undefined,
    },
  ];
}

export function formatService(measurements: ServiceMeasurements): string {
  const { ceiling, oneClient, manyClients, repeated, startUp } = measurements;
  const { clients, cpuPerRequest, requests } = manyClients;
  const { all, needed } = ceiling;
  const fraction = ({ requestsPerSecond }: Ceiling) =>
    `${((100 * manyClients.requestsPerSecond) / requestsPerSecond).toFixed(0)} %`;
  const times = ({ cpuMillisecondsPerRequest }: Ceiling) =>
    `${(cpuPerRequest.workers / cpuMillisecondsPerRequest).toFixed(2)} times`;
  return table([
    [`members alone, all of them, ${all.threads} threads`, rate(all)],
    ['  the members that a response needs', rate(needed)],
    [`service, ${clients} clients, new ids`, rate(manyClients)],
    ['  compared with all members alone', fraction(all)],
    ['  compared with the members that a response needs', fraction(needed)],
    [`service, ${clients} clients, repeated ids`, rate(repeated)],
    ['latency p50 / p99, 1 client, new ids', latency(oneClient)],
    [`latency p50 / p99, ${clients} clients, new ids`, latency(manyClients)],
    [`latency p50 / p99, ${clients} clients, repeated ids`, latency(repeated)],
    ['CPU a request, all members alone', ms(all.cpuMillisecondsPerRequest)],
    ['  the members that a response needs', ms(needed.cpuMillisecondsPerRequest)],
    ['CPU a request, workers', ms(cpuPerRequest.workers)],
    ['  over all members alone', times(all)],
    ['  over the members that a response needs', times(needed)],
    ['CPU a request, front process and cache', ms(cpuPerRequest.front)],
    ['CPU a request, load generator', ms(cpuPerRequest.client)],
    ['start to the first response, median', ms(startUp.median)],
    ['  without code cache', ms(startUp.first)],
    ['memory of a worker after one client', mebibytes(oneClient)],
    [`  after ${requests + repeated.requests} requests more`, mebibytes(repeated)],
  ]);
}

const rate = ({ requestsPerSecond }: Pick<Ceiling, 'requestsPerSecond'>) =>
  `${requestsPerSecond.toFixed(0)} requests/s`;
const latency = ({ milliseconds: { p50, p99 } }: MeasuredLoad) =>
  // A percentile is NaN if it falls on failed requests.
  `${[p50, p99].map((value) => (Number.isNaN(value) ? '–' : value.toFixed(1))).join(' / ')} ms`;
const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 20 ? 2 : 0)} ms`;
const mebibytes = ({ workerMebibytes }: MeasuredLoad) => `${workerMebibytes.toFixed(0)} MiB`;
