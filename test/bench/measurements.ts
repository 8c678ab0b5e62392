import type { MeasuredLoad } from '../../bench/measure/load.ts';
import type { Measurements } from '../../bench/report/table.ts';

/** A load of ten clients at this rate, of which 6 ms of CPU a request fell to the environments. */
export function load(requestsPerSecond: number, failures = 0): MeasuredLoad {
  return {
    clients: 10,
    requests: 1000,
    seconds: 1000 / requestsPerSecond,
    requestsPerSecond,
    milliseconds: { p50: 20, p99: 40 },
    failures,
    ...(failures === 0 ? {} : { failure: 'status 429' }),
    stageMilliseconds: { decode: 0.4, predict: 3 },
    cpuMilliseconds: 100,
    cpuPerRequest: { environments: 6, gateway: 0.2, database: 0.3, client: 0.1 },
  };
}

/** A run of which everything is as it should be. */
export const MEASUREMENTS: Measurements = {
  started: '2026-11-21T10:00:00.000Z',
  machine: { cores: 2, processor: 'a processor', node: '24.21.0' },
  task: 'digits',
  contract: 'predictions',
  ceiling: {
    all: { threads: 2, questionsPerSecond: 300, cpuMillisecondsPerQuestion: 6 },
    asked: { threads: 2, questionsPerSecond: 400, cpuMillisecondsPerQuestion: 5 },
  },
  fresh: { one: load(100), ten: load(320) },
  repeated: load(2000),
  coldStarts: {
    first: 550,
    median: 450,
    runs: [450],
    parts: { nodeStart: 30, imports: 120, modelLoad: 200, warmUp: 60, firstRequest: 40 },
  },
  memory: [
    { requests: 1, mebibytes: 200 },
    { requests: 1000, mebibytes: 230 },
    { requests: 10_000, mebibytes: 231 },
  ],
};
