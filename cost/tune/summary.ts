import type { TunedPoint } from './tune.ts';

/** The durations of a point, in milliseconds. */
export interface PointSummary {
  readonly memoryMegabytes: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The longest INIT phase that was seen. */
  readonly init: number | undefined;
}

export function summarise({ memoryMegabytes, billed, init }: TunedPoint): PointSummary {
  const sorted = [...billed].sort((one, other) => one - other);
  // The nearest rank: the smallest that so large a share does not exceed.
  const quantile = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return {
    memoryMegabytes,
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    init: init.length > 0 ? Math.max(...init) : undefined,
  };
}

/** A point as `npm run cost -- sweep --point` takes it. */
export function pointText(
  { memoryMegabytes, mean, p50, p95, p99 }: PointSummary,
  architecture: string,
): string {
  return `${memoryMegabytes},${architecture},${mean.toFixed(1)},p50=${p50},p95=${p95},p99=${p99}`;
}
