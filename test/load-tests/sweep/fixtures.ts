/** Measurements of sweeps with given figures. */
import type { Phase, Point, SweepMeasurements, Visit } from '../../../load-tests/sweep/measurements.ts';
import type { Axes, Setting } from '../../../load-tests/sweep/setting.ts';

const FOURS = [1, 4, 16];
const CLIENTS = [1, 2, 4, 8, 16, 32, 64];
/** Default values of a sweep on two cores. */
export const AXES: Axes = { clients: CLIENTS, workers: [1, 2], concurrency: FOURS, batch: FOURS };

/** A setting; by default one worker that processes one request at a time. */
export function setting(concurrency = 1, batch = 1, more: Partial<Setting> = {}): Setting {
  return { workers: 1, concurrency, batch, ...more };
}

/** A point of a thousand requests; by default all are in time and almost all are right. */
export function point(responsesPerSecond: number, more: Partial<Point> = {}): Point {
  const all = { requests: 1000, labelled: 1000, right: 990, responsesPerSecond };
  const none = { late: 0, refused: 0, lost: 0, failures: {}, refusalP50: null, refusalP99: null };
  return {
    clients: 8,
    seconds: 1,
    ...all,
    ...none,
    p50: 10,
    p99: 20,
    generatorBusy: 0.2,
    deaths: 0,
    ...more,
  };
}

/** Makes one round of a setting for each rate: a visit with a single point. */
export function rounds(
  of: Setting,
  rates: readonly number[],
  more: Partial<Point> = {},
  phase: Phase = 'curves',
): Visit[] {
  return rates.map((rate, index) => ({ phase, round: index + 1, setting: of, points: [point(rate, more)] }));
}

export function measurements(visits: Visit[], more: Partial<SweepMeasurements> = {}): SweepMeasurements {
  const objective = { limitMilliseconds: 1000, quantile: 0.99, samplesRight: 0.9 };
  return {
    ...{ model: 'digits', modelArgument: 'digits', modelVersion: '1', contract: 'predictions' },
    machine: '2 × Some Processor',
    versions: 'ONNX Runtime 1.30.0, Node 24.21.0',
    commit: 'abc1234',
    commandLine: 'npm run load -- sweep digits',
    started: '2026-11-22T21:10:00.000Z',
    ...objective,
    axes: { clients: [1, 2, 4, 8], workers: [1], concurrency: [1, 4], batch: [1, 4] },
    ...{ seconds: 240, interrupted: false, visits },
    ...more,
  };
}
