import { CostError } from '../errors.ts';
import { PRICE_NAMES, type PriceName } from '../prices/price-names.ts';
import type { Usage } from './usage/usage.ts';

/** What an account is given every month: so much of what these prices are for, together. */
export interface Allowance {
  readonly prices: readonly PriceName[];
  /** In the unit of the prices. */
  readonly quantity: number;
  readonly source: string;
  readonly date: string;
}

/** Reads the parsed free-tier.json. @throws CostError naming the entry that is not as it must be. */
export function parseAllowances(json: unknown): Allowance[] {
  const { allowances } = json as { allowances: Allowance[] };
  for (const { prices, quantity, source, date } of allowances) {
    const unknown = prices.find((name) => !PRICE_NAMES.includes(name));
    if (unknown !== undefined) {
      throw new CostError(`free-tier.json: there is no price "${unknown}".`);
    }
    if (!(quantity > 0) || !source || !date) {
      throw new CostError(
        `free-tier.json: ${prices.join(', ')}: a quantity above 0, source and date are needed.`,
      );
    }
  }
  return allowances;
}

/** The allowances of one month, as usage after usage takes from them. */
export class FreeTier {
  readonly #left: { readonly prices: readonly PriceName[]; quantity: number }[];

  constructor(allowances: readonly Allowance[]) {
    this.#left = allowances.map(({ prices, quantity }) => ({ prices, quantity }));
  }

  /** How much of a usage is free; it is gone for the next. */
  take({ name, quantity, isNeverFree = false }: Usage): number {
    const allowance = this.#left.find(({ prices }) => prices.includes(name));
    if (!allowance || isNeverFree) {
      return 0;
    }
    const taken = Math.min(quantity, allowance.quantity);
    allowance.quantity -= taken;
    return taken;
  }
}
