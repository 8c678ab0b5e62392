import {
  type Alternative,
  type Assessment,
  type Comparison,
  NotComparableError,
} from '../alternatives/alternative.ts';
import { type Curve, cheapestByRate, crossovers, orderAt } from '../alternatives/crossover.ts';
import { MissingPriceError } from '../errors.ts';
import { amount, dollars, milliseconds } from '../report/format.ts';

/** An alternative with what it costs, or why that cannot be said. */
export interface Assessed {
  readonly alternative: Alternative;
  readonly assessment?: Assessment;
  readonly refusal?: string;
}

/** Prices an alternative; one without a cited price or a measurement is refused by name. */
export function assess(alternative: Alternative, comparison: Comparison): Assessed {
  try {
    return { alternative, assessment: alternative.assess(comparison) };
  } catch (error) {
    if (error instanceof MissingPriceError) {
      return { alternative, refusal: `no cited price "${error.price}"` };
    }
    if (error instanceof NotComparableError) {
      return { alternative, refusal: error.message };
    }
    throw error;
  }
}

/** The alternatives with their factor to the cheapest that keeps the promise. */
export function assessedRows(assessed: readonly Assessed[], period: string, lateShare: number): string[][] {
  const costs = assessed.flatMap(({ assessment }) =>
    assessment?.verdict.kept === 'yes' ? [assessment.dollars] : [],
  );
  const cheapest = Math.min(...costs);
  const body = assessed.map(({ alternative: { name }, assessment, refusal }) =>
    assessment
      ? [
          name,
          dollars(assessment.dollars),
          costs.length > 0 ? `× ${(assessment.dollars / cheapest).toFixed(2)}` : '',
          milliseconds(assessment.latency),
          assessment.verdict.kept,
          assessment.remark,
        ]
      : [name, 'left out', '', '', '', refusal ?? ''],
  );
  return [['', period, 'factor', `p${amount(100 * (1 - lateShare))}`, 'in time', 'with'], ...body];
}

/** Which alternative is the cheapest from which rate on. */
export function cheapestRows(all: readonly Curve[]): string[][] {
  const body = cheapestByRate(all).map(({ name, from, to }) => [name, rateText(from), rateText(to)]);
  return [['', 'from requests/s', 'to'], ...body];
}

/** Where the others' costs cross that of the first. */
export function crossoverRows([first, ...others]: readonly Curve[]): string[][] {
  const body = others.map((other) => {
    const rates = first ? crossovers(first, other) : [];
    const orders = other.points.map((_, index) => (first ? orderAt(first, other, index) : 0));
    const word = (order: number | undefined) =>
      order === undefined ? 'never both' : order > 0 ? 'cheaper' : 'dearer';
    const known = orders.filter((order) => order !== 0);
    const where = rates.length > 0 ? rates.slice(0, 3).map(rateText).join(', ') : 'nowhere';
    return [other.name, word(known[0]), `${where}${rates.length > 3 ? ', …' : ''}`, word(known.at(-1))];
  });
  return [['', 'at first', 'crosses at requests/s', 'in the end'], ...body];
}

function rateText(rate: number): string {
  return String(Number(rate.toPrecision(2)));
}
