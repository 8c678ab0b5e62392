import type { BillInput, Line } from './line.ts';
import { gatewayLines, observabilityLines, tableLines } from './lines-around.ts';
import { lambdaLines } from './lines-lambda.ts';
import { type Period, requestCount } from './workload.ts';

export interface Bill {
  readonly region: string;
  readonly period: Period;
  readonly lines: readonly Line[];
  readonly dollars: number;
  readonly requests: number;
  readonly perMillionRequests: number;
  /** Dollars of the whole period for each request per second of the load. */
  readonly perRequestPerSecond: number;
}

/**
 * The bill of a period at list prices: no free tier, no savings plan, no tax.
 * @throws MissingPriceError when a needed price has no citation.
 */
export function bill(input: BillInput): Bill {
  const lines = [
    ...lambdaLines(input),
    ...gatewayLines(input),
    ...tableLines(input),
    ...observabilityLines(input),
  ].filter((line) => line.quantity > 0);
  return totals(input, lines);
}

/** Adds lines up to a bill. */
export function totals(input: BillInput, lines: readonly Line[]): Bill {
  const dollars = lines.reduce((sum, line) => sum + line.dollars, 0);
  const requests = requestCount(input.load, input.period);
  return {
    region: input.prices.region,
    period: input.period,
    lines,
    dollars,
    requests,
    perMillionRequests: (dollars / requests) * 1e6,
    perRequestPerSecond: dollars / input.load.ratePerSecond,
  };
}
