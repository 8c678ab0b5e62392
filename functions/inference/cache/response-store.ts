/** The interface between the response cache and its store. */

/** Both methods reject when the store is unavailable or throttled, and may reject when the signal is aborted. */
export interface ResponseStore {
  /** Whether a look-up costs nothing, so that ids that are probably new are looked up, too. @default false */
  readonly isLocal?: boolean;
  get(key: string, signal: AbortSignal): Promise<CacheEntry | undefined>;
  /**
   * Writes an entry unless the store has an unexpired entry with its key.
   * @param now seconds since 1970
   * @returns the entry that the store holds now: this entry, or the earlier entry
   */
  putIfAbsent(entry: CacheEntry, now: number, signal: AbortSignal): Promise<CacheEntry>;
}

/** A key without an entry. Reading it tests the connection. */
export const PROBE = 'probe';

export interface CacheEntry {
  /** `<model>#<request id>`, or `<model>@<fingerprint>#<request id>` if the entry is valid only until the model changes. */
  readonly key: string;
  readonly response: string;
  readonly version: string;
  /** SHA-256 of the request's content, in hexadecimal. */
  readonly digest: string;
  /** When the response was made, in milliseconds since 1970. */
  readonly time: number;
  /** When the entry expires, in seconds since 1970. */
  readonly expires: number;
}

/** Limit of a DynamoDB item in bytes. Larger responses cannot be cached. */
export const MAX_ITEM_BYTES = 400 * 1024;

/** Upper bound for the bytes of an item's attribute names and numbers. */
const BYTES_AROUND = 64;

/** Size of an item as DynamoDB counts it, in bytes, rounded up by a little. */
export function itemBytes({ key, response, version, digest }: CacheEntry): number {
  return Buffer.byteLength(key) + Buffer.byteLength(response) + version.length + digest.length + BYTES_AROUND;
}

/** The clock by which cached responses expire: whole seconds since 1970. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
