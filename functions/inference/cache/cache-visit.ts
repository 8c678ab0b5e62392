/** One request's look-up and write in the result cache, within one allowance of time. */
import { Problem } from '../problems.ts';
import type { Remembered, Units } from './remembered.ts';
import type { ResultCache } from './result-cache.ts';
import { within } from './within.ts';

/** Share of a request's allowance that a look-up may use, so that something is left for the write. */
const RECALL_SHARE = 0.5;
const SECONDS_PER_DAY = 86_400;

/** `hit`: answered before. `degraded`: the table was out of reach. `off`: there is none. */
export type CacheOutcome = 'hit' | 'miss' | 'degraded' | 'off';

/** One request's look-up and write, within one allowance of time. */
export class CacheVisit {
  outcome: CacheOutcome = 'miss';
  /** What the request consumed. */
  readonly units: Units = { read: 0, write: 0 };
  /** Why the table was out of reach, where it was. */
  failure: string | undefined;
  readonly #cache: ResultCache;
  readonly #key: string;
  readonly #image: string;
  #millisecondsLeft: number;

  constructor(cache: ResultCache, key: string, image: string) {
    this.#cache = cache;
    this.#key = key;
    this.#image = image;
    this.#millisecondsLeft = cache.options.allowanceMilliseconds;
  }

  /**
   * Looks the id up where it costs nothing or there is a sign of a repeat.
   *
   * @returns the answer that the id already has, if it is found
   * @throws {Problem} `id-conflict` when the id belongs to another image
   */
  async recall(attemptsLeft: number | undefined): Promise<Remembered | undefined> {
    const signOfRepeat = this.#cache.sign.suggestsRepeat(attemptsLeft);
    const now = secondsNow();
    const recent = this.#cache.recent.find(this.#key, now);
    if (recent?.confirmed) return this.#hit(recent.item);
    if (recent) return this.#confirm(recent.item);
    if (!signOfRepeat) return undefined;
    const found = await this.#call(RECALL_SHARE * this.#millisecondsLeft, (units, signal) =>
      this.#cache.table.read(this.#key, units, signal),
    );
    if (!found || found.expires < now) return undefined;
    this.#cache.recent.add(found, true);
    return this.#hit(found);
  }

  /**
   * Writes the answer unless the id has one already.
   *
   * @returns the answer to give: this one, or the one that was first
   * @throws {Problem} `id-conflict` when the id belongs to another image
   */
  async remember(answer: string, confidence: number): Promise<Remembered> {
    const { version, ttlDays } = this.#cache.options;
    const item = {
      key: this.#key,
      answer,
      confidence,
      version,
      image: this.#image,
      time: Date.now(),
      expires: secondsNow() + ttlDays * SECONDS_PER_DAY,
    };
    const first = await this.#write(item);
    return first === undefined || first === item ? item : this.#hit(first);
  }

  /** Calls the table within the time left; undefined when it fails. */
  async #call<T>(
    milliseconds: number,
    work: (units: Units, signal: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    const { circuit } = this.#cache;
    if (!circuit.allows) return this.#degrade('Left alone after repeated failures');
    if (milliseconds <= 0) return this.#degrade('No time left');
    const started = performance.now();
    try {
      const result = await within(milliseconds, (signal) => work(this.units, signal));
      circuit.succeeded();
      return result;
    } catch (error) {
      circuit.failed();
      return this.#degrade(`${(error as Error).name}: ${(error as Error).message}`);
    } finally {
      this.#millisecondsLeft -= performance.now() - started;
    }
  }

  #degrade(failure: string): undefined {
    this.outcome = 'degraded';
    this.failure ??= failure;
  }

  /** An answer that went out while the table was out of reach stays the answer, unless another was written. */
  async #confirm(item: Remembered): Promise<Remembered> {
    this.#refuseOtherImage(item);
    const first = await this.#write(item);
    return first ? this.#hit(first) : item;
  }

  async #write(item: Remembered): Promise<Remembered | undefined> {
    const before = this.#millisecondsLeft;
    const first = await this.#call(this.#millisecondsLeft, (units, signal) =>
      this.#cache.table.writeFirst(item, secondsNow(), units, signal),
    );
    this.#cache.writing.add(before - this.#millisecondsLeft);
    this.#cache.recent.add(first ?? item, first !== undefined);
    return first;
  }

  #hit(item: Remembered): Remembered {
    this.#refuseOtherImage(item);
    this.outcome = 'hit';
    return item;
  }

  #refuseOtherImage(item: Remembered): void {
    if (item.image === this.#image) return;
    throw new Problem(
      'id-conflict',
      'This request id was used for another image. Give every image its own id.',
    );
  }
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
