import { amount, dollars, milliseconds } from '../report/format.ts';
import type { MemoryPoint } from '../report/memory-chart.ts';
import type { SweptPoint } from '../sweep/sweep.ts';

/** The points with what keeps the promise there, the cheapest named. */
export function pointRows(
  swept: readonly SweptPoint[],
  cheapest: SweptPoint | undefined,
  period: string,
  lateShare: number,
): string[][] {
  const heading = [
    'memory',
    'architecture',
    'mean',
    'p99',
    'provisioned',
    `client's p${amount(100 * (1 - lateShare))}`,
  ];
  const body = swept.map((point) => [
    `${point.memoryMegabytes} MB`,
    point.architecture,
    milliseconds(point.meanMilliseconds),
    point.p99Milliseconds === undefined ? 'unknown' : milliseconds(point.p99Milliseconds),
    String(point.provisioned ?? ''),
    point.latencyMilliseconds === undefined ? '' : milliseconds(point.latencyMilliseconds),
    point.dollars === undefined ? 'refused' : dollars(point.dollars),
    point.keepsPromise ? 'yes' : 'no',
    point === cheapest ? 'the cheapest' : (point.refusal ?? ''),
  ]);
  return [[...heading, period, 'in time', ''], ...body];
}

/** A point as the chart draws it; none where it has no bill. */
export function drawnPoint(point: SweptPoint, cheapest: SweptPoint | undefined): MemoryPoint[] {
  const { memoryMegabytes, architecture, dollars: cost, latencyMilliseconds, keepsPromise } = point;
  if (cost === undefined || latencyMilliseconds === undefined || !Number.isFinite(latencyMilliseconds)) {
    return [];
  }
  const isCheapest = point === cheapest;
  return [{ memoryMegabytes, architecture, dollars: cost, latencyMilliseconds, keepsPromise, isCheapest }];
}
