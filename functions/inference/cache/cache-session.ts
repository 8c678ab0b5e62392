/** One request's look-up and write in the response cache, within one time limit. */
import { Problem } from '../problems/problems.ts';
import type { CacheOutcome } from '../telemetry/request-record.ts';
import type { CacheParts } from './cache-parts.ts';
import { type CacheEntry, itemBytes, MAX_ITEM_BYTES, secondsNow } from './response-store.ts';
import { StoreCalls } from './store-calls.ts';

/** Share of a request's time for the cache that a look-up may use; the rest is for the write. */
const GET_SHARE = 0.5;
const SECONDS_PER_DAY = 86_400;

interface CachedRequest {
  /** Key of the entry in the store. */
  readonly key: string;
  /** Returns the SHA-256 of the request's content in hexadecimal. */
  readonly digest: () => string;
  /** How long the response is kept. */
  readonly ttlDays: number;
}

export class CacheSession {
  readonly #cache: CacheParts;
  readonly #request: CachedRequest;
  readonly #calls: StoreCalls;
  #digest: string | undefined;
  #isHit = false;
  #isTooLarge = false;

  constructor(cache: CacheParts, request: CachedRequest) {
    this.#cache = cache;
    this.#request = request;
    this.#calls = new StoreCalls(cache.circuit, cache.options.timeoutMilliseconds);
  }

  get outcome(): CacheOutcome {
    if (this.#isHit) return 'hit';
    if (this.#isTooLarge) return 'too-large';
    return this.failure === undefined ? 'miss' : 'degraded';
  }

  get failure(): string | undefined {
    return this.#calls.failure;
  }

  /** Resolves when the prediction of another request with this id in this process ends; undefined if there is none. */
  get running(): Promise<void> | undefined {
    return this.#cache.running.get(this.#request.key);
  }

  /** Predicts and caches; from this call on, requests with the same id see the prediction as `running`. */
  async run<T>(predict: () => Promise<T>): Promise<T> {
    const { running } = this.#cache;
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(this.#request.key, promise);
    try {
      return await predict();
    } finally {
      if (running.get(this.#request.key) === promise) running.delete(this.#request.key);
      resolve();
    }
  }

  /**
   * Looks the id up if that costs nothing or the request is probably a repeat.
   *
   * @returns the response that the id already has, if it is found
   * @throws {Problem} `id-conflict` when the id belongs to another request
   */
  async get(attemptsLeft: number | undefined): Promise<CacheEntry | undefined> {
    const { recent, late, sign, table } = this.#cache;
    const signOfRepeat = sign.suggestsRepeat(attemptsLeft);
    const unwritten = late.find(this.#request.key);
    if (unwritten) {
      this.#refuseOtherContent(unwritten);
      const first = await this.#write(unwritten);
      return first ? this.#hit(first) : unwritten;
    }
    const now = secondsNow();
    const known = recent.find(this.#request.key, now);
    if (known?.standing === 'confirmed') return this.#hit(known.item);
    // After a provisional response that was sent without a look-up, only the table knows which request owns the id.
    const isContested = known !== undefined && known.item.digest !== this.#contentDigest;
    if (!signOfRepeat && !isContested && !this.#cache.options.looksUpAlways) return undefined;
    const found = await this.#calls.call(GET_SHARE * this.#calls.millisecondsLeft, (signal) =>
      table.get(this.#request.key, signal),
    );
    if (found && found.expires >= now) {
      recent.add(found, 'confirmed');
      return this.#hit(found);
    }
    if (known) this.#refuseOtherContent(known.item);
    return undefined;
  }

  /**
   * Writes the response unless the id has one already.
   *
   * @param response as its pipeline packs it
   * @returns the response to send: this one, or the first one under the id
   * @throws {Problem} `id-conflict` when the id belongs to another request
   */
  async put(response: string): Promise<CacheEntry> {
    const item = this.#item(response);
    if (itemBytes(item) > MAX_ITEM_BYTES) {
      this.#isTooLarge = true;
      this.#calls.fail(`The response has more than the ${MAX_ITEM_BYTES} bytes that an item may have`);
      return item;
    }
    const { late } = this.#cache;
    const others = late.takeAlong(this.#calls.millisecondsLeft);
    // Several requests with one id may run at once, and the response to the first may have gone out without being written.
    const first = await this.#write(late.find(this.#request.key) ?? item);
    await others;
    const given = first ?? late.find(this.#request.key);
    if (!given) late.keep(item);
    return given && given !== item ? this.#hit(given) : item;
  }

  /**
   * Keeps an incomplete response in this execution environment only. A repeat may get a better response, and
   * otherwise gets this one.
   * @returns the response to send: this one, or an earlier provisional one
   */
  keep(response: string): CacheEntry {
    const earlier = this.#cache.recent.find(this.#request.key, secondsNow());
    if (earlier) return this.#hit(earlier.item);
    const item = this.#item(response);
    this.#cache.recent.add(item, 'provisional');
    return item;
  }

  get #contentDigest(): string {
    this.#digest ??= this.#request.digest();
    return this.#digest;
  }

  #item(response: string): CacheEntry {
    const { version } = this.#cache.options;
    const { key, ttlDays } = this.#request;
    const expires = secondsNow() + ttlDays * SECONDS_PER_DAY;
    return { key, response, version, digest: this.#contentDigest, time: Date.now(), expires };
  }

  /** @returns the response that the table holds now; undefined when it is unavailable */
  async #write(item: CacheEntry): Promise<CacheEntry | undefined> {
    const { table, late, recent, writing } = this.#cache;
    const before = this.#calls.millisecondsLeft;
    const first = await this.#calls.call(before, (signal) => table.putIfAbsent(item, secondsNow(), signal));
    writing.add(before - this.#calls.millisecondsLeft);
    if (first) {
      late.settle(item.key);
      recent.add(first, 'confirmed');
    }
    return first;
  }

  #hit(item: CacheEntry): CacheEntry {
    this.#refuseOtherContent(item);
    this.#isHit = true;
    return item;
  }

  #refuseOtherContent(item: CacheEntry): void {
    if (item.digest === this.#contentDigest) return;
    throw new Problem('id-conflict');
  }
}
