import { amount, percent } from '../../report/format.ts';
import { HOURS_PER_MONTH, requestCount } from '../../workload/workload.ts';
import { type BillInput, GIGABYTE, type Usage } from './usage.ts';

/**
 * DynamoDB's on-demand request units (Developer Guide, "Capacity unit consumption for read and write operations").
 * For the response cache, a fresh request with an id costs one conditional PutItem with no look-up before it, and a repeat
 * costs one GetItem.
 */

/** Units of a write, conditional or not: one for each KB of the item, rounded up. */
function writeUnits(itemBytes: number): number {
  return Math.max(1, Math.ceil(itemBytes / 1024));
}

/** Units of an eventually consistent read: half a unit for each 4 KB of the item, rounded up. */
function readUnits(itemBytes: number): number {
  return Math.max(1, Math.ceil(itemBytes / 4096)) / 2;
}

/** Bytes of a response's headers, as measured at an HTTP API; the table does not store them. */
const HEADER_BYTES = 450;
/** Bytes of key, version, digest, times and names of the attributes (functions/inference/cache/response-store.ts). */
const BYTES_AROUND = 170;
/** Bytes that DynamoDB adds to each stored item (Developer Guide, "DynamoDB item sizes and formats"). */
const INDEX_BYTES = 100;
/** Limit of an item (Service quotas, "Item size"); the response cache does not write larger items. */
const MOST_ITEM_BYTES = 400 * 1024;

/** Bytes of the item of a response; undefined if it is too large. */
export function itemBytes(responseBytes: number): number | undefined {
  const bytes = BYTES_AROUND + Math.max(0, responseBytes - HEADER_BYTES);
  return bytes > MOST_ITEM_BYTES ? undefined : bytes;
}

/**
 * The response cache: one conditional write for a fresh request with an id, one read for a repeat, storage until items expire,
 * and the table's history, whose cost depends only on the stored bytes. A repeat in another environment costs a write and a
 * prediction if the request does not show that it is a repeat. Count such a repeat as a fresh request.
 */
export function tableUsage({ load, configuration, period }: BillInput): Usage[] {
  const bytes = itemBytes(load.responseBytes);
  if (!configuration.cache || bytes === undefined) {
    return [];
  }
  const { ttlDays, pointInTimeRecovery } = configuration;
  const written = writeUnits(bytes);
  const read = readUnits(bytes);
  const requests = requestCount(load, period);
  const fresh = requests * (load.identifiedShare - load.repeatShare);
  const storedBytes = bytes + INDEX_BYTES;
  const gigabyteMonths = ((fresh * storedBytes) / GIGABYTE) * ((ttlDays * 24) / HOURS_PER_MONTH);
  const stored = `${amount(fresh)} items × ${storedBytes} B / 2³⁰ × ${ttlDays} days × 24 h / 730 h`;
  return [
    {
      title: 'DynamoDB writes',
      name: 'table.writes',
      quantity: fresh * written,
      arithmetic: `${amount(fresh)} fresh requests with an id × ${written} write units`,
    },
    {
      title: 'DynamoDB reads',
      name: 'table.reads',
      quantity: requests * load.repeatShare * read,
      arithmetic: `${amount(requests)} requests × ${percent(load.repeatShare)} repeats × ${read} read units`,
    },
    { title: 'DynamoDB storage', name: 'table.storage', quantity: gigabyteMonths, arithmetic: stored },
    {
      title: 'DynamoDB point-in-time recovery',
      name: 'table.recovery',
      quantity: pointInTimeRecovery ? gigabyteMonths : 0,
      arithmetic: stored,
    },
  ];
}
