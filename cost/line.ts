import { amount, rate } from './format.ts';
import type { PriceName } from './price-names.ts';
import { charge, type Price, type PriceBook, price } from './prices.ts';
import type { Configuration, Load, Outcome, Period } from './workload.ts';

/** One position of a bill, traceable to its arithmetic and to the source of its price. */
export interface Line {
  readonly title: string;
  readonly quantity: number;
  readonly unit: string;
  readonly dollars: number;
  /** How the quantity comes about, in figures. */
  readonly arithmetic: string;
  /** The prices of the unit, with source and date. */
  readonly source: string;
}

/** Everything a bill is made of. */
export interface BillInput {
  readonly load: Load;
  readonly configuration: Configuration;
  readonly outcome: Outcome;
  readonly period: Period;
  readonly prices: PriceBook;
}

interface LineRequest {
  readonly title: string;
  readonly name: PriceName;
  readonly quantity: number;
  readonly arithmetic: string;
  /** Units of the same price used by an earlier line of the same month. */
  readonly already?: number;
}

/** Prices a quantity; nothing is looked up for a quantity of zero. */
export function line(
  input: BillInput,
  { title, name, quantity, arithmetic, already = 0 }: LineRequest,
): Line {
  if (quantity <= 0) {
    return { title, quantity: 0, unit: '', dollars: 0, arithmetic, source: '' };
  }
  const found = price(input.prices, name);
  return {
    title,
    quantity,
    unit: found.unit,
    dollars: charge(input.prices, name, quantity, already),
    arithmetic,
    source: describePrice(found),
  };
}

/** A price with its tiers, source and date on one line. */
export function describePrice({ name, unit, tiers, source, date }: Price): string {
  const steps = tiers
    .map(({ upTo, value }) => `${rate(value)}${upTo === undefined ? '' : ` up to ${amount(upTo)}`}`)
    .join(', then ');
  return `${name}: ${steps} per ${unit} (${source}; ${date})`;
}
