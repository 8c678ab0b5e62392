import type { MeasuredLoad } from '../../bench/measure/load.ts';
import type { ServiceMeasurements } from '../../bench/service.ts';

/** A load of ten clients at this rate, where the workers spend 6 ms of CPU per request. */
export function load(requestsPerSecond: number, failures = 0): MeasuredLoad {
  return {
    clients: 10,
    requests: 1000,
    requestsPerSecond,
    milliseconds: { p50: 20, p99: 40 },
    failures,
    ...(failures === 0 ? {} : { failure: 'status 429' }),
    cpuMilliseconds: 100,
    cpuPerRequest: { workers: 6, front: 0.2, client: 0.1 },
    workerMebibytes: 180,
  };
}

/** A run that passes every check. */
export const MEASUREMENTS: ServiceMeasurements = {
  ceiling: {
    all: { threads: 2, requestsPerSecond: 300, cpuMillisecondsPerRequest: 6 },
    needed: { threads: 2, requestsPerSecond: 400, cpuMillisecondsPerRequest: 5 },
  },
  oneClient: load(100),
  manyClients: load(320),
  repeated: { ...load(2000), workerMebibytes: 184 },
  startUp: { first: 720, median: 510 },
};
