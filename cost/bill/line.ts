import { charge, type Price, type PriceBook, price } from '../prices/price-book.ts';
import type { PriceName } from '../prices/price-names.ts';
import { amount, rate } from '../report/format.ts';
import { type Allowance, FreeTier } from './free-tier.ts';
import type { Usage } from './usage/usage.ts';

/** One position of a bill, traceable to its arithmetic and to the source of its price. */
export interface Line {
  /** Whose it is, where a service has several tasks. */
  readonly task?: string;
  readonly title: string;
  readonly quantity: number;
  readonly unit: string;
  /** Of the quantity, what the free tier takes. */
  readonly free: number;
  readonly dollars: number;
  /** How the quantity comes about, in figures. */
  readonly arithmetic: string;
  /** The prices of the unit, with source and date. */
  readonly source: string;
}

/** A usage, and the task it belongs to. */
export interface TaskUsage extends Usage {
  readonly task?: string;
}

/**
 * Prices what an account uses in one month. Steps of a price and the free tier are the account's: what comes first
 * fills them. Nothing is looked up for a quantity of zero.
 * @throws MissingPriceError when a needed price has no citation
 */
export function priceUsages(
  usages: readonly TaskUsage[],
  prices: PriceBook,
  allowances: readonly Allowance[] = [],
): Line[] {
  const free = new FreeTier(allowances);
  const charged = new Map<PriceName, number>();
  return usages
    .filter(({ quantity }) => quantity > 0)
    .map((usage) => {
      const { task, title, name, quantity, arithmetic } = usage;
      const found = price(prices, name);
      const given = free.take(usage);
      const already = charged.get(name) ?? 0;
      charged.set(name, already + quantity - given);
      return {
        ...(task !== undefined && { task }),
        title,
        quantity,
        unit: found.unit,
        free: given,
        dollars: charge(prices, name, quantity - given, already),
        arithmetic,
        source: describePrice(found),
      };
    });
}

/** A price with its tiers, source and date on one line. */
function describePrice({ name, unit, tiers, source, date }: Price): string {
  const steps = tiers
    .map(({ upTo, value }) => `${rate(value)}${upTo === undefined ? '' : ` up to ${amount(upTo)}`}`)
    .join(', then ');
  return `${name}: ${steps} per ${unit} (${source}; ${date})`;
}
