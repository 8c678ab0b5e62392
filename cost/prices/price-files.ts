import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CostError } from '../errors.ts';
import type { Price, PriceBook } from './prices.ts';

/** Folder of the dated price snapshots: one file `<region>.json` per region. */
const PRICE_DIRECTORY = fileURLToPath(new URL('.', import.meta.url));

const MACHINES_FILE = 'virtual-machines.json';
const FREE_TIER_FILE = 'free-tier.json';

export function knownRegions(): string[] {
  return readdirSync(PRICE_DIRECTORY)
    .filter((file) => file.endsWith('.json') && file !== MACHINES_FILE && file !== FREE_TIER_FILE)
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** The snapshot of a region. @throws CostError for a region that has none. */
export function loadPrices(region: string): PriceBook {
  const regions = knownRegions();
  if (!regions.includes(region)) {
    throw new CostError(
      `There are no prices for the region "${region}", only for ${regions.join(', ')}: add them, each with its source and day, ` +
        `to cost/prices/${region}.json.`,
    );
  }
  const { prices, ...snapshot } = readJson(`${PRICE_DIRECTORY}/${region}.json`) as Snapshot;
  const entries = Object.entries(prices).map(([name, { value, ...cited }]) => {
    return [name, { name, tiers: [{ value }], ...cited }] as const;
  });
  return { ...snapshot, prices: new Map(entries) };
}

/** Content of a snapshot's file, in which every price has one `value` instead of `tiers`. */
interface Snapshot extends Pick<PriceBook, 'region' | 'date'> {
  readonly prices: Readonly<Record<string, Omit<Price, 'name' | 'tiers'> & { readonly value: number }>>;
}

export function readPriceFile(name: typeof MACHINES_FILE | typeof FREE_TIER_FILE): unknown {
  return readJson(`${PRICE_DIRECTORY}/${name}`);
}

/** The content of a JSON file. @throws CostError when the file cannot be read or is not JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CostError(`Cannot read ${file} as JSON: ${(error as Error).message}`);
  }
}
