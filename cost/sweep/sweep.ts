import { MissingPriceError } from '../errors.ts';
import { type PlanInput, plan } from '../plan/plan.ts';
import { type PriceBook, price } from '../prices/prices.ts';
import { milliseconds } from '../report/format.ts';
import { measuredP99, type Point } from './point.ts';

/** A point with what its objective costs there. */
export interface SweptPoint {
  readonly memoryMegabytes: number;
  readonly architecture: Point['architecture'];
  readonly meanMilliseconds: number;
  /** Of the function; undefined where it was not measured. */
  readonly p99Milliseconds?: number | undefined;
  readonly origin?: string;
  readonly meetsObjective: boolean;
  /** The cheapest number of provisioned environments that meets the objective, or the best there is. */
  readonly provisioned?: number;
  /** As the client measures it, at the quantile of the objective. */
  readonly latencyMilliseconds?: number;
  readonly dollars?: number;
  /** Why there is no bill. */
  readonly refusal?: string;
}

/**
 * Plans every point: how many environments meet the objective, and what they cost.
 * @param input the load and configuration; durations, memory and architecture are each point's own
 */
export function sweep(points: readonly Point[], input: PlanInput): SweptPoint[] {
  return points.map((point) =>
    sweepPoint(point, {
      ...input,
      load: { ...input.load, fresh: point.fresh },
      configuration: {
        ...input.configuration,
        memoryMegabytes: point.memoryMegabytes,
        architecture: point.architecture,
      },
    }),
  );
}

/** The cheapest of those that meet the objective. */
export function cheapestPoint(swept: readonly SweptPoint[]): SweptPoint | undefined {
  const able = swept.filter(({ meetsObjective }) => meetsObjective);
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
      return { ...told, meetsObjective: false };
    }
    return {
      ...told,
      meetsObjective: cheapest !== undefined,
      provisioned: shown.configuration.provisioned,
      latencyMilliseconds: shown.latency,
      dollars: shown.bill.dollars,
    };
  } catch (error) {
    if (error instanceof MissingPriceError) {
      return { ...told, meetsObjective: false, refusal: `no cited price "${error.price}"` };
    }
    throw error;
  }
}

const TIMED = ['duration', 'provisioned', 'provisioned-duration'] as const;

/**
 * A GB-second of arm64 costs less, and how long it takes nobody knows who has not measured it: for every point on
 * x86_64 without one on arm64 at the same memory, a sentence with the duration at which the bills meet. Longer durations
 * need more environments in the same proportion, so that the ratio of the prices is the break-even, provisioned or not.
 */
export function arm64Notes(points: readonly Point[], prices: PriceBook): string[] {
  const first = (name: (typeof TIMED)[number], architecture: Point['architecture']) =>
    price(prices, `lambda.${name}.${architecture}`).tiers[0]!.value;
  try {
    return points
      .filter(
        ({ architecture, memoryMegabytes }) =>
          architecture === 'x86_64' &&
          !points.some(
            (other) => other.architecture === 'arm64' && other.memoryMegabytes === memoryMegabytes,
          ),
      )
      .map(({ memoryMegabytes, fresh }) => {
        const ratio = Math.min(...TIMED.map((name) => first(name, 'x86_64') / first(name, 'arm64')));
        return `arm64 at ${memoryMegabytes} MB is not measured. It is cheaper if it is at most ${(100 * (ratio - 1)).toFixed(0)} % slower (${milliseconds(fresh.mean * ratio)} on average).`;
      });
  } catch (error) {
    if (!(error instanceof MissingPriceError)) throw error;
    return [`Whether arm64 is cheaper cannot be said: ${error.message}`];
  }
}
