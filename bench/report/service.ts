import type { Machine } from '../machine.ts';
import type { Ceiling, MembersRun } from '../measure/bare-inference.ts';
import type { MeasuredLoad } from '../measure/load.ts';
import type { StartUp } from '../measure/start-up.ts';

/** What the service costs beside the members alone. */
export interface ServiceMeasurements {
  readonly started: string;
  readonly machine: Machine;
  readonly model: string;
  readonly contract: string;
  /** All members in bare ONNX Runtime, and only those that a response takes. */
  readonly ceiling: Readonly<Record<MembersRun, Ceiling>>;
  /** New ids. */
  readonly oneClient: MeasuredLoad;
  readonly manyClients: MeasuredLoad;
  /** Ids that have been responded to before. */
  readonly repeated: MeasuredLoad;
  readonly startUp: StartUp;
}

type Row = readonly [name: string, measured: string];

/** The service beside its members alone, as a table for a terminal. */
export function formatService(measurements: ServiceMeasurements): string {
  const { machine, model, contract, ceiling, oneClient, manyClients, repeated, startUp } = measurements;
  const { clients, cpuPerRequest, requests } = manyClients;
  const { all, asked } = ceiling;
  const fraction = ({ requestsPerSecond }: Ceiling) =>
    `${((100 * manyClients.requestsPerSecond) / requestsPerSecond).toFixed(0)} %`;
  const times = ({ cpuMillisecondsPerRequest }: Ceiling) =>
    `${(cpuPerRequest.workers / cpuMillisecondsPerRequest).toFixed(2)} times`;
  const rows: Row[] = [
    [`members alone, all of them, ${all.threads} threads`, rate(all)],
    ['  those that a response takes', rate(asked)],
    [`service, ${clients} clients, new ids`, rate(manyClients)],
    ['  beside all members alone', fraction(all)],
    ['  beside those that a response takes', fraction(asked)],
    [`service, ${clients} clients, repeated ids`, rate(repeated)],
    ['latency p50 / p99, 1 client, new ids', latency(oneClient)],
    [`latency p50 / p99, ${clients} clients, new ids`, latency(manyClients)],
    [`latency p50 / p99, ${clients} clients, repeated ids`, latency(repeated)],
    ['CPU a request, all members alone', ms(all.cpuMillisecondsPerRequest)],
    ['  those that a response takes', ms(asked.cpuMillisecondsPerRequest)],
    ['CPU a request, workers', ms(cpuPerRequest.workers)],
    ['  over all members alone', times(all)],
    ['  over those that a response takes', times(asked)],
    ['CPU a request, front process and cache', ms(cpuPerRequest.front)],
    ['CPU a request, load generator', ms(cpuPerRequest.client)],
    ['start to the first response, median', ms(startUp.median)],
    ['  without code cache', ms(startUp.first)],
    ['memory of a worker after one client', mebibytes(oneClient)],
    [`  after ${requests + repeated.requests} requests more`, mebibytes(repeated)],
  ];
  const title = `${model} by ${contract}; ${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`;
  return [title, '', ...rows.map(([name, measured]) => `${name.padEnd(48)}${measured.padStart(20)}`)].join(
    '\n',
  );
}

const rate = ({ requestsPerSecond }: Pick<Ceiling, 'requestsPerSecond'>) =>
  `${requestsPerSecond.toFixed(0)} requests/s`;
const latency = ({ milliseconds: { p50, p99 } }: MeasuredLoad) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 20 ? 2 : 0)} ms`;
const mebibytes = ({ workerMebibytes }: MeasuredLoad) => `${workerMebibytes.toFixed(0)} MiB`;
