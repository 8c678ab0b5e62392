/** One request's look-up and write in the response cache, within one time limit. */
import { Problem } from '../problems/problems.ts';
import { movingMean } from '../telemetry/moving-mean.ts';
import type { CacheOutcome } from '../telemetry/request-record.ts';
import type { ResponseCache } from './response-cache.ts';
import { type CacheEntry, itemBytes, MAX_ITEM_BYTES, secondsNow } from './response-store.ts';

/** A look-up may take this share of the time that is left of `timeoutMilliseconds`; a write may take all of it. */
const GET_SHARE = 0.5;
const SECONDS_PER_DAY = 86_400;
/** Lifetime of entries with scope `content`. */
const CONTENT_TTL_DAYS = 1;

export class CacheSession {
  readonly #cache: ResponseCache;
  readonly #key: string;
  readonly #ttlDays: number;
  readonly #makeDigest: () => string;
  /** Reason of the first failure, if there is one. */
  failure: string | undefined;
  #millisecondsLeft: number;
  #digest: string | undefined;
  #found: 'hit' | 'too-large' | undefined;

  /**
   * @param digest returns the SHA-256 of the request's content in hexadecimal
   * @param scope `name`: the entry stays valid when the model's files change; `content`: it stays valid until they change
   */
  constructor(cache: ResponseCache, id: string, digest: () => string, scope: 'name' | 'content' = 'name') {
    const { model, fingerprint, ttlDays, timeoutMilliseconds } = cache.options;
    this.#cache = cache;
    this.#millisecondsLeft = timeoutMilliseconds;
    this.#key = scope === 'name' ? `${model}#${id}` : `${model}@${fingerprint}#${id}`;
    this.#ttlDays = scope === 'name' ? ttlDays : CONTENT_TTL_DAYS;
    this.#makeDigest = digest;
  }

  get outcome(): CacheOutcome {
    return this.#found ?? (this.failure === undefined ? 'miss' : 'degraded');
  }

  /** Resolves when the prediction of another request with this id in this process ends; undefined if there is none. */
  get running(): Promise<void> | undefined {
    return this.#cache.running.get(this.#key);
  }

  /** Calls `predict`. Until the call ends, `running` is defined for all requests with this id. */
  async run<T>(predict: () => Promise<T>): Promise<T> {
    const { running } = this.#cache;
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(this.#key, promise);
    try {
      return await predict();
    } finally {
      if (running.get(this.#key) === promise) running.delete(this.#key);
      resolve();
    }
  }

  /**
   * Looks the id up in this process. If its response still waits in `late`, writes it first. Reads the table only if the table is
   * local, the request is probably a repeat, or this process has a provisional response to other content.
   * @returns the earlier response for the id; undefined if there is none, or only a provisional response
   * @throws {Problem} `id-conflict` when the id belongs to another request
   */
  async get(attemptsLeft: number | undefined): Promise<CacheEntry | undefined> {
    const { recent, late, table } = this.#cache;
    const signOfRepeat = this.#cache.suggestsRepeat(attemptsLeft);
    const unwritten = late.find(this.#key);
    if (unwritten) {
      this.#refuseOtherContent(unwritten);
      const first = await this.#write(unwritten);
      return first ? this.#hit(first) : unwritten;
    }
    const now = secondsNow();
    const known = recent.find(this.#key, now);
    if (known?.status === 'confirmed') return this.#hit(known.item);
    // A provisional response may have been sent without a look-up, so only the table knows which request owns the id.
    const isContested = known !== undefined && known.item.digest !== this.#contentDigest;
    if (!signOfRepeat && !isContested && !table.isLocal) return undefined;
    const found = await this.#call(GET_SHARE * this.#millisecondsLeft, (signal) =>
      table.get(this.#key, signal),
    );
    if (found && found.expires >= now) {
      recent.add(found, 'confirmed');
      return this.#hit(found);
    }
    if (known) this.#refuseOtherContent(known.item);
    return undefined;
  }

  /**
   * Writes the response unless it is too large or the id already has a response. If the write fails, `late` tries it again.
   * @param response the output, packed by the pipeline
   * @returns the response to send: this response, or the first response under the id
   * @throws {Problem} `id-conflict` when the id belongs to another request
   */
  async put(response: string): Promise<CacheEntry> {
    const item = this.#item(response);
    if (itemBytes(item) > MAX_ITEM_BYTES) {
      this.#found = 'too-large';
      this.#fail(`The response has more than the ${MAX_ITEM_BYTES} bytes that an item may have`);
      return item;
    }
    const { late } = this.#cache;
    const others = late.takeAlong(this.#millisecondsLeft);
    // A simultaneous request with this id may have sent its response without writing it. Then this call writes that response.
    const first = await this.#write(late.find(this.#key) ?? item);
    await others;
    const given = first ?? late.find(this.#key);
    if (!given) late.keep(item);
    return given && given !== item ? this.#hit(given) : item;
  }

  /**
   * Keeps an incomplete response in this process only. A repeat gets a better response if there is time for it, else this
   * response.
   * @returns the response to send: this response, or the earlier response for the id in this process
   * @throws {Problem} `id-conflict` when the id belongs to another request
   */
  keep(response: string): CacheEntry {
    const earlier = this.#cache.recent.find(this.#key, secondsNow());
    if (earlier) return this.#hit(earlier.item);
    const item = this.#item(response);
    this.#cache.recent.add(item, 'provisional');
    return item;
  }

  get #contentDigest(): string {
    this.#digest ??= this.#makeDigest();
    return this.#digest;
  }

  #item(response: string): CacheEntry {
    const { version } = this.#cache.options;
    const expires = secondsNow() + this.#ttlDays * SECONDS_PER_DAY;
    return { key: this.#key, response, version, digest: this.#contentDigest, time: Date.now(), expires };
  }

  /** @returns the response that the table holds now; undefined if the write fails or is not made */
  async #write(item: CacheEntry): Promise<CacheEntry | undefined> {
    const { table, late, recent } = this.#cache;
    const before = this.#millisecondsLeft;
    const first = await this.#call(before, (signal) => table.putIfAbsent(item, secondsNow(), signal));
    const milliseconds = before - this.#millisecondsLeft;
    this.#cache.writingMilliseconds = movingMean(this.#cache.writingMilliseconds, milliseconds);
    if (first) {
      late.forget(item.key);
      recent.add(first, 'confirmed');
    }
    return first;
  }

  /** Calls the table with a time limit in milliseconds. @returns undefined when the call fails or is not made */
  async #call<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const { circuit } = this.#cache;
    if (!circuit.allows) return this.#fail('Not called after repeated failures');
    if (milliseconds <= 0) return this.#fail('No time left');
    const started = performance.now();
    try {
      return await circuit.call(milliseconds, work);
    } catch (error) {
      return this.#fail(`${(error as Error).name}: ${(error as Error).message}`);
    } finally {
      this.#millisecondsLeft -= performance.now() - started;
    }
  }

  #fail(reason: string): undefined {
    this.failure ??= reason;
  }

  #hit(item: CacheEntry): CacheEntry {
    this.#refuseOtherContent(item);
    this.#found = 'hit';
    return item;
  }

  #refuseOtherContent(item: CacheEntry): void {
    if (item.digest === this.#contentDigest) return;
    throw new Problem('id-conflict');
  }
}
