import { CostError } from '../errors.ts';
import { parseDurations } from '../workload/durations.ts';
import type { Architecture, Durations } from '../workload/workload.ts';

/** A memory size on an architecture, with the durations measured there. */
export interface Point {
  readonly memoryMegabytes: number;
  readonly architecture: Architecture;
  /** Of a fresh request. */
  readonly fresh: Durations;
  /** The file that the durations come from, where there is one. */
  readonly origin?: string;
  /** Remarks on it. */
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
  if (!isMemory(memoryMegabytes)) {
    throw new CostError(`${EXPECTED}; memory is 128 to 10240 MB, not "${memory}".`);
  }
  if (architecture !== 'x86_64' && architecture !== 'arm64') {
    throw new CostError(`${EXPECTED}; the architecture is x86_64 or arm64, not "${architecture}".`);
  }
  const [first = '', ...quantiles] = rest;
  if (!first.startsWith('from=')) {
    return { memoryMegabytes, architecture, fresh: parseDurations(rest.join(','), `--point ${text}`) };
  }
  if (quantiles.length > 0) {
    throw new CostError(`${EXPECTED}; a load run has its own quantiles, so leave out "${quantiles[0]}".`);
  }
  const origin = first.slice('from='.length);
  return { memoryMegabytes, architecture, ...readRun(origin), origin };
}

/**
 * Reads the parsed result of aws-lambda-power-tuning, which has the mean billed duration at each memory size where its
 * input said `"includeOutputResults": true`. The result does not name the function's architecture.
 * @throws CostError for what is no such result
 */
export function parseTuning(json: unknown, file: string, architecture: Architecture): Point[] {
  const { stats } = (json ?? {}) as { stats?: unknown };
  if (!Array.isArray(stats) || stats.length === 0) {
    throw new CostError(
      `${file} has no "stats": is it the output of aws-lambda-power-tuning, run with "includeOutputResults": true?`,
    );
  }
  return stats.map(({ value, averageDuration }: { value?: unknown; averageDuration?: unknown }) => {
    const memoryMegabytes = Number(value);
    const mean = Number(averageDuration);
    if (!isMemory(memoryMegabytes) || !(mean > 0 && Number.isFinite(mean))) {
      throw new CostError(
        `${file}: each of "stats" needs a value of 128 to 10240 MB and an averageDuration.`,
      );
    }
    return { memoryMegabytes, architecture, fresh: { mean }, origin: file, notes: [TUNING_NOTE] };
  });
}

const TUNING_NOTE =
  'the means of aws-lambda-power-tuning leave out the fastest and the slowest fifth of the requests, unless discardTopBottom says otherwise.';

function isMemory(megabytes: number): boolean {
  return Number.isInteger(megabytes) && megabytes >= 128 && megabytes <= 10_240;
}

/** The p99 of a point as it was measured; undefined where it was not. */
export function measuredP99({ fresh }: Point): number | undefined {
  return fresh.quantiles?.find(({ share }) => share === 0.99)?.milliseconds;
}
