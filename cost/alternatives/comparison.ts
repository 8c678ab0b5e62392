import { MissingPriceError } from '../errors.ts';
import { type Alternative, type Assessment, type Comparison, NotComparableError } from './alternative.ts';
import { onFargate, onInstances, onManagedInstances, onSageMakerServerless } from './aws.ts';
import { onDemandLambda, plannedLambda } from './lambda.ts';
import { type Machine, onMachine } from './machines.ts';

/** All alternatives; machines only of the same architecture. Lambda comes first, because the others are compared with it. */
export function alternatives(
  { configuration, prices }: Comparison,
  machines: readonly Machine[],
): Alternative[] {
  const { architecture, memoryMegabytes } = configuration;
  return [
    plannedLambda('Lambda', {}),
    onDemandLambda('Lambda, on demand'),
    plannedLambda('Lambda, Function URL', { frontDoor: 'function-url' }),
    plannedLambda('Lambda, no response cache', { cache: false }),
    onSageMakerServerless(),
    onManagedInstances(architecture),
    onFargate(memoryMegabytes, architecture),
    onInstances(architecture, prices),
    ...machines.filter((machine) => machine.architecture === architecture).map(onMachine),
  ];
}

/** An alternative at one rate. If the alternative cannot be assessed, `refusal` says why. */
interface RatedPoint {
  readonly rate: number;
  readonly assessment?: Assessment;
  readonly refusal?: string;
}

/** An alternative at every rate, by rising rates. */
export interface Rated {
  readonly name: string;
  readonly points: readonly RatedPoint[];
}

/** Prices every alternative at every rate, with the number of environments or servers that it needs for that rate. */
export function rateAll(
  all: readonly Alternative[],
  rates: readonly number[],
  comparison: Comparison,
): Rated[] {
  const columns = rates.map((rate) => {
    const there = { ...comparison, load: { ...comparison.load, ratePerSecond: rate } };
    return all.map((alternative) => pointOf(alternative, rate, there));
  });
  return all.map(({ name }, index) => ({ name, points: columns.map((column) => column[index]!) }));
}

function pointOf(alternative: Alternative, rate: number, comparison: Comparison): RatedPoint {
  try {
    return { rate, assessment: alternative.assess(comparison) };
  } catch (error) {
    if (error instanceof MissingPriceError) return { rate, refusal: `no cited price "${error.price}"` };
    if (error instanceof NotComparableError) return { rate, refusal: error.message };
    throw error;
  }
}

/** The cost of a point; undefined unless the point certainly meets the objective and has a known cost. */
export function dollarsIfMet({ assessment }: RatedPoint): number | undefined {
  return assessment?.verdict.met === 'yes' ? assessment.dollars : undefined;
}

/** A range of neighbouring rates. */
export interface RateRange {
  readonly from: number;
  readonly to: number;
}

/** The ranges of rates in which `one` costs less than `other`, or meets the objective while `other` does not. */
export function cheaperAt(one: Rated, other: Rated): RateRange[] {
  const ranges: RateRange[] = [];
  let wasCheaper = false;
  for (const [index, point] of one.points.entries()) {
    const dollars = dollarsIfMet(point);
    const isCheaper =
      dollars !== undefined && dollars < (dollarsIfMet(other.points[index]!) ?? Number.POSITIVE_INFINITY);
    const { rate } = point;
    if (isCheaper) {
      ranges.push({ from: wasCheaper ? ranges.pop()!.from : rate, to: rate });
    }
    wasCheaper = isCheaper;
  }
  return ranges;
}
