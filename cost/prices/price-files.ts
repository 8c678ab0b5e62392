import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CostError } from '../errors.ts';
import { type PriceBook, parsePriceBook } from './price-book.ts';

/** Where the dated snapshots lie, one `<region>.json` each. */
export const PRICE_DIRECTORY = fileURLToPath(new URL('.', import.meta.url));

const MACHINES_FILE = 'virtual-machines.json';
const FREE_TIER_FILE = 'free-tier.json';

/** The regions that have a snapshot. */
export function knownRegions(directory = PRICE_DIRECTORY): string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json') && ![MACHINES_FILE, FREE_TIER_FILE].includes(file))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** The snapshot of a region. @throws CostError for a region that has none. */
export function loadPrices(region: string, directory = PRICE_DIRECTORY): PriceBook {
  const regions = knownRegions(directory);
  if (!regions.includes(region)) {
    throw new CostError(`Unknown region "${region}": there are prices for ${regions.join(', ')}.`);
  }
  return parsePriceBook(readJson(`${directory}/${region}.json`), `${region}.json`);
}

/** The parsed list of virtual machines to compare with (see alternatives/machine-list.ts). */
export function readMachinesFile(directory = PRICE_DIRECTORY): unknown {
  return readJson(`${directory}/${MACHINES_FILE}`);
}

/** The parsed list of what is free (see bill/free-tier.ts). */
export function readFreeTierFile(directory = PRICE_DIRECTORY): unknown {
  return readJson(`${directory}/${FREE_TIER_FILE}`);
}

/** A JSON file. @throws CostError when it cannot be read or is not JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CostError(`Cannot read ${file} as JSON: ${(error as Error).message}`);
  }
}
