import { CostError } from '../errors.ts';
import type { Architecture, Durations, Quantile } from '../workload/workload.ts';

/** A memory size on an architecture, with the durations measured there. */
export interface Point {
  readonly memoryMegabytes: number;
  readonly architecture: Architecture;
  /** Of a fresh question. */
  readonly fresh: Durations;
  /** The load run that the durations come from, where it is one. */
  readonly origin?: string;
  /** What is to be said of it. */
  readonly notes?: readonly string[];
}

/** What a load run says of a point. */
export type RunDurations = Required<Pick<Point, 'fresh' | 'notes'>>;

const EXPECTED =
  '--point takes memory,architecture,mean and quantiles, as in 1769,x86_64,150,p99=320, or a load run, as in 1769,x86_64,from=report.json';

/**
 * Reads `1769,x86_64,150,p50=130,p99=320` or `1769,x86_64,from=<report.json>`.
 * @param readRun reads the load run in a file
 * @throws CostError saying what would be right
 */
export function parsePoint(text: string, readRun: (file: string) => RunDurations): Point {
  const [memory = '', architecture = '', ...rest] = text.split(',').map((part) => part.trim());
  const memoryMegabytes = Number(memory);
  if (!/^\d+$/.test(memory) || memoryMegabytes < 128 || memoryMegabytes > 10_240) {
    throw new CostError(`${EXPECTED}; memory is 128 to 10240 MB, not "${memory}".`);
  }
  if (architecture !== 'x86_64' && architecture !== 'arm64') {
    throw new CostError(`${EXPECTED}; the architecture is x86_64 or arm64, not "${architecture}".`);
  }
  const [first = '', ...quantiles] = rest;
  if (first.startsWith('from=')) {
    if (quantiles.length > 0) {
      throw new CostError(`${EXPECTED}; a load run has its own quantiles, so leave out "${quantiles[0]}".`);
    }
    const file = first.slice('from='.length);
    return { memoryMegabytes, architecture, ...readRun(file), origin: file };
  }
  const mean = milliseconds(first);
  if (quantiles.length === 0) {
    return { memoryMegabytes, architecture, fresh: { mean } };
  }
  const parsed = quantiles.map(parseQuantile).sort((one, other) => one.share - other.share);
  const falls = parsed.some(
    (quantile, index) => quantile.milliseconds < (parsed[index - 1]?.milliseconds ?? 0),
  );
  if (falls || new Set(parsed.map(({ share }) => share)).size < parsed.length) {
    throw new CostError(`${EXPECTED}; the quantiles of "${text}" must differ and rise.`);
  }
  return { memoryMegabytes, architecture, fresh: { mean, quantiles: parsed } };
}

/** `p99=320` or `p99.9=500`. */
function parseQuantile(text: string): Quantile {
  const [, percent, value] = /^p(\d{1,2}(?:\.\d+)?)=(.*)$/.exec(text) ?? [];
  if (percent === undefined || value === undefined || Number(percent) === 0) {
    throw new CostError(`${EXPECTED}; a quantile is p50=, p99= or the like, not "${text}".`);
  }
  return { share: Number((Number(percent) / 100).toFixed(6)), milliseconds: milliseconds(value) };
}

function milliseconds(text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (!(value > 0 && Number.isFinite(value))) {
    throw new CostError(`${EXPECTED}; milliseconds are a number above 0, not "${text}".`);
  }
  return value;
}

/** The p99 of a point as it was measured; undefined where it was not. */
export function measuredP99({ fresh }: Point): number | undefined {
  return fresh.quantiles?.find(({ share }) => share === 0.99)?.milliseconds;
}
