import { writeFileSync } from 'node:fs';
import { CostError } from '../errors.ts';
import { knownRegions, loadPrices, PRICE_DIRECTORY } from '../prices/price-files.ts';
import { PRICE_LIST_URL, refresh, serialise } from '../prices/refresh.ts';
import { DEFAULT_REGION } from '../workload/defaults.ts';
import { type Arguments, POSITIVE } from './command-line/arguments.ts';

/** `npm run cost -- refresh`: rewrites a region's snapshot. Progress goes to `report`, the outcome is returned. */
export async function refreshCommand(args: Arguments, report: (text: string) => void): Promise<string> {
  const region = args.text('region') ?? DEFAULT_REGION;
  const directory = args.text('output') ?? PRICE_DIRECTORY;
  const old = regionsIn(directory).includes(region) ? loadPrices(region, directory) : undefined;
  const started = performance.now();
  const { book, updated, kept, absent } = await refresh(region, old, {
    baseUrl: args.text('base-url') ?? PRICE_LIST_URL,
    timeoutMilliseconds: args.number('fetch-timeout', 60, POSITIVE) * 1000,
    today: new Date().toISOString().slice(0, 10),
    onProgress: (offer, done, total) => report(progress(offer, done, total, performance.now() - started)),
  });
  writeFileSync(`${directory}/${region}.json`, serialise(book));
  const list = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'none');
  return [
    `${region}.json: ${updated.length} prices from the price list.`,
    `Kept as they were: ${list(kept)}.`,
    `Still without a citation: ${list(absent)}.`,
  ].join('\n');
}

function regionsIn(directory: string): string[] {
  try {
    return knownRegions(directory);
  } catch (error) {
    throw new CostError(`--output must be a directory of price snapshots: ${(error as Error).message}`);
  }
}

function progress(offer: string, done: number, total: number, elapsed: number): string {
  const left = done > 0 ? `, about ${Math.ceil((elapsed / done) * (total - done) * 0.001)} s left` : '';
  return `${done + 1}/${total} ${offer}${left}`;
}
