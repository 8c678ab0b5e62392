import type { BillInput, Line } from './bill.ts';
import { amount, rate } from './format.ts';
import type { PriceName } from './price-names.ts';
import { charge, type Price, price } from './prices.ts';

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
