import { readPriceFile } from '../prices/price-files.ts';
import { charge, type Price, type PriceBook, type PriceName, price } from '../prices/prices.ts';
import { amount, rate } from '../report/format.ts';
import type { Usage } from './usage/usage.ts';

/** A quantity that is free for an account each month. The usages at all of these prices share it. */
export interface Allowance {
  readonly prices: readonly PriceName[];
  /** Quantity in the unit of the prices. */
  readonly quantity: number;
  readonly source: string;
  readonly date: string;
}

export function readAllowances(): Allowance[] {
  return (readPriceFile('free-tier.json') as { allowances: Allowance[] }).allowances;
}

/** One line of a bill, with its arithmetic and the source of its price. */
export interface Line {
  /** Name of the model, if a service has several. */
  readonly model?: string;
  readonly title: string;
  readonly quantity: number;
  readonly unit: string;
  /** Part of the quantity that the free tier covers. */
  readonly free: number;
  readonly dollars: number;
  /** Calculation of the quantity, in figures. */
  readonly arithmetic: string;
  /** The prices of the unit, with source and date. */
  readonly source: string;
}

export interface ModelUsage extends Usage {
  readonly model?: string;
}

/**
 * Prices the usage of an account in one month. Price tiers and the free tier belong to the account, so earlier usages use
 * up the free quantity and the first tiers. A quantity of zero needs no price.
 * @throws MissingPriceError when a needed price has no citation
 */
export function priceUsages(
  usages: readonly ModelUsage[],
  prices: PriceBook,
  allowances: readonly Allowance[] = [],
): Line[] {
  // Each usage reduces the allowance that it takes from.
  const left = allowances.map(({ prices, quantity }) => ({ prices, quantity }));
  const charged = new Map<PriceName, number>();
  return usages
    .filter(({ quantity }) => quantity > 0)
    .map((usage) => {
      const { model, title, name, quantity, arithmetic } = usage;
      const found = price(prices, name);
      const allowance = usage.isNeverFree ? undefined : left.find(({ prices }) => prices.includes(name));
      const given = Math.min(quantity, allowance?.quantity ?? 0);
      if (allowance) allowance.quantity -= given;
      const already = charged.get(name) ?? 0;
      charged.set(name, already + quantity - given);
      return {
        ...(model !== undefined && { model }),
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
