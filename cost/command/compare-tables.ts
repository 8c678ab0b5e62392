import type { Alternative, Assessment } from '../alternative.ts';
import { type Curve, cheapestByRate, crossovers } from '../crossover.ts';
import { MissingPriceError } from '../errors.ts';
import { amount, dollars, milliseconds } from '../format.ts';

/** An alternative with what it costs, or why that cannot be said. */
export interface Assessed {
  readonly alternative: Alternative;
  readonly assessment?: Assessment;
  readonly refusal?: string;
}

/** Prices an alternative; one without a cited price is refused by name. */
export function assess(alternative: Alternative): Assessed {
  try {
    return { alternative, assessment: alternative.assess() };
  } catch (error) {
    if (error instanceof MissingPriceError) {
      return { alternative, refusal: `no cited price "${error.price}"` };
    }
    throw error;
  }
}

/** The alternatives with their factor to the cheapest that keeps the promise. */
export function assessedRows(assessed: readonly Assessed[], period: string, lateShare: number): string[][] {
  const costs = assessed.flatMap(({ assessment }) => (assessment?.keepsPromise ? [assessment.dollars] : []));
  const cheapest = Math.min(...costs);
  const body = assessed.map(({ alternative: { name }, assessment, refusal }) =>
    assessment
      ? [
          name,
          dollars(assessment.dollars),
          costs.length > 0 ? `× ${(assessment.dollars / cheapest).toFixed(2)}` : '',
          milliseconds(assessment.latency),
          assessment.keepsPromise ? 'yes' : 'no',
          assessment.remark,
        ]
      : [name, 'refused', '', '', '', refusal ?? ''],
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
    const cost = (curve: Curve | undefined, index: number) => curve?.points.at(index)?.dollars ?? 0;
    const word = (index: number) => (cost(other, index) < cost(first, index) ? 'cheaper' : 'dearer');
    const where = rates.length > 0 ? rates.slice(0, 3).map(rateText).join(', ') : 'nowhere';
    return [other.name, word(0), `${where}${rates.length > 3 ? ', …' : ''}`, word(-1)];
  });
  return [['', 'at first', 'crosses at requests/s', 'in the end'], ...body];
}

function rateText(rate: number): string {
  return String(Number(rate.toPrecision(2)));
}
