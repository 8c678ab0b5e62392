import { CostError } from '../errors.ts';
import type { Price, PriceBook } from './price-book.ts';
import { findPrice, type Offer, PRICE_KEYS, parseOffer, USAGE_PREFIXES } from './price-list.ts';
import type { PriceName } from './price-names.ts';

/** The public bulk endpoint of the AWS Price List; no credentials needed. */
export const PRICE_LIST_URL = 'https://pricing.us-east-1.amazonaws.com';

export interface RefreshOptions {
  readonly baseUrl: string;
  /** Per file. */
  readonly timeoutMilliseconds: number;
  /** ISO day that the new snapshot bears. */
  readonly today: string;
  /** Called before each file. */
  readonly onProgress: (offer: string, done: number, total: number) => void;
}

export interface Refreshed {
  readonly book: PriceBook;
  readonly updated: readonly string[];
  /** Names that the price list did not have, whose cited entry stays as it was. */
  readonly kept: readonly string[];
  /** Names that neither the price list nor the snapshot has. */
  readonly absent: readonly string[];
}

/**
 * Reads a region's offers and lays their prices over the snapshot.
 * @throws CostError when an offer cannot be fetched in time or is not what it should be.
 */
export async function refresh(
  region: string,
  old: PriceBook | undefined,
  options: RefreshOptions,
): Promise<Refreshed> {
  if (!USAGE_PREFIXES[region]) {
    throw new CostError(
      `Cannot refresh "${region}": usage types are known for ${Object.keys(USAGE_PREFIXES).join(', ')}.`,
    );
  }
  const keys = Object.entries(PRICE_KEYS) as [PriceName, NonNullable<(typeof PRICE_KEYS)[PriceName]>][];
  const offers = [...new Set(keys.map(([, { offer }]) => offer))];
  const prices = new Map<string, Price>(old?.prices);
  const updated: string[] = [];
  for (const [done, name] of offers.entries()) {
    options.onProgress(name, done, offers.length);
    const url = `${options.baseUrl}/offers/v1.0/aws/${name}/current/${region}/index.json`;
    const offer = await fetchOffer(url, options.timeoutMilliseconds);
    for (const [priceName, key] of keys.filter(([, key]) => key.offer === name)) {
      const found = findPrice(offer, priceName, key, region, url);
      if (found) {
        prices.set(priceName, found);
        updated.push(priceName);
      }
    }
  }
  const missing = keys.map(([name]) => name).filter((name) => !updated.includes(name));
  return {
    book: { region, date: options.today, prices },
    updated,
    kept: [...prices.keys()].filter((name) => !updated.includes(name)),
    absent: missing.filter((name) => !prices.has(name)),
  };
}

async function fetchOffer(url: string, timeoutMilliseconds: number): Promise<Offer> {
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    if (response.ok) {
      return parseOffer(await response.json(), url);
    }
  } catch (error) {
    if (error instanceof CostError) {
      throw error;
    }
    throw new FetchError(url, error as Error, timeoutMilliseconds);
  }
  throw new FetchError(url, new Error(`it answered ${response.status}`), timeoutMilliseconds);
}

/** The price list is out of reach; nothing was changed. Exit code 1. */
export class FetchError extends Error {
  override name = 'FetchError';

  constructor(url: string, cause: Error, timeoutMilliseconds: number) {
    const reason =
      cause.name === 'TimeoutError'
        ? `no answer within ${timeoutMilliseconds / 1000} s`
        : ((cause.cause as Error | undefined)?.message ?? cause.message);
    super(`Cannot read ${url}: ${reason}. The snapshot is unchanged; refresh needs a way to the internet.`, {
      cause,
    });
  }
}

/** The snapshot as the JSON text of a price file. */
export function serialise({ region, date, prices }: PriceBook): string {
  const entries = [...prices.values()].map(({ name, unit, tiers, source, date: from }) => {
    const [only] = tiers;
    const rate = tiers.length === 1 && only?.upTo === undefined ? { value: only?.value } : { tiers };
    return [name, { unit, ...rate, source, date: from }];
  });
  const json = { region, currency: 'USD', date, prices: Object.fromEntries(entries) };
  return `${JSON.stringify(json, null, 2)}\n`;
}
