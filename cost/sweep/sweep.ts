import { MissingPriceError } from '../errors.ts';
import { type PlanInput, plan } from '../plan/plan.ts';
import { measuredP99, type Point } from './point.ts';

/** A point with what its promise costs there. */
export interface SweptPoint {
  readonly memoryMegabytes: number;
  readonly architecture: Point['architecture'];
  readonly meanMilliseconds: number;
  /** Of the function; undefined where nobody measured it. */
  readonly p99Milliseconds?: number | undefined;
  readonly origin?: string;
  readonly keepsPromise: boolean;
  /** The cheapest number of provisioned environments that keeps the promise, or the best there is. */
  readonly provisioned?: number;
  /** As the client measures it, at the quantile of the promise. */
  readonly latencyMilliseconds?: number;
  readonly dollars?: number;
  /** Why there is no bill. */
  readonly refusal?: string;
}

export type SweepInput = Omit<PlanInput, 'tick'>;

/**
 * Plans every point: how many environments keep the promise, and what they cost.
 * @param input the load and configuration; durations, memory and architecture are each point's own
 * @param onProgress told after every step of every plan
 */
export function sweep(
  points: readonly Point[],
  input: SweepInput,
  onProgress: (done: number, total: number) => void = () => {},
): SweptPoint[] {
  return points.map((point, index) =>
    sweepPoint(point, {
      ...input,
      load: { ...input.load, fresh: point.fresh },
      configuration: {
        ...input.configuration,
        memoryMegabytes: point.memoryMegabytes,
        architecture: point.architecture,
      },
      tick: (done, total) => onProgress(index + done / total, points.length),
    }),
  );
}

/** The cheapest of those that keep the promise. */
export function cheapestPoint(swept: readonly SweptPoint[]): SweptPoint | undefined {
  const able = swept.filter(({ keepsPromise }) => keepsPromise);
  return able.sort((one, other) => (one.dollars ?? 0) - (other.dollars ?? 0))[0];
}

function sweepPoint(point: Point, input: PlanInput): SweptPoint {
  const { memoryMegabytes, architecture, fresh, origin } = point;
  const told = {
    memoryMegabytes,
    architecture,
    meanMilliseconds: fresh.mean,
    p99Milliseconds: measuredP99(point),
    ...(origin !== undefined && { origin }),
  };
  try {
    const { cheapest, candidates } = plan(input);
    const shown = cheapest ?? candidates.toSorted((one, other) => one.latency - other.latency)[0];
    if (!shown) {
      return { ...told, keepsPromise: false };
    }
    return {
      ...told,
      keepsPromise: cheapest !== undefined,
      provisioned: shown.configuration.provisioned,
      latencyMilliseconds: shown.latency,
      dollars: shown.bill.dollars,
    };
  } catch (error) {
    if (error instanceof MissingPriceError) {
      return { ...told, keepsPromise: false, refusal: `no cited price "${error.price}"` };
    }
    throw error;
  }
}
