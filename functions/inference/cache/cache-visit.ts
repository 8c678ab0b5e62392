/** One request's look-up and write in the result cache, within one allowance of time. */
import type { RunningDuration } from '../members/running-duration.ts';
import { Problem } from '../service/problems.ts';
import type { AnswerTable } from './answer-table.ts';
import type { Circuit } from './circuit.ts';
import type { RecentAnswers } from './recent-answers.ts';
import { itemBytes, MAX_ITEM_BYTES, type Remembered, type Units } from './remembered.ts';
import type { RepeatSign } from './repeat-sign.ts';
import { within } from './within.ts';

/** Share of a request's allowance that a look-up may use, so that something is left for the write. */
const RECALL_SHARE = 0.5;
const SECONDS_PER_DAY = 86_400;

/** `hit`: answered before. `degraded`: the table was out of reach. `off`: there is none, or
 * the question has no id. */
export type CacheOutcome = 'hit' | 'miss' | 'degraded' | 'off';

/** What is visited: the cache of one execution environment. */
export interface VisitedCache {
  readonly options: {
    /** Version of the ensemble, kept with each answer. */
    readonly version: string;
    readonly ttlDays: number;
    /** What look-up and write together may cost a request, in milliseconds. */
    readonly allowanceMilliseconds: number;
  };
  readonly table: AnswerTable;
  readonly circuit: Circuit;
  readonly recent: RecentAnswers;
  readonly sign: RepeatSign;
  /** How long a write takes of late, whether it succeeds or not. */
  readonly writing: RunningDuration;
}

/** One request's look-up and write, within one allowance of time. */
export class CacheVisit {
  outcome: CacheOutcome = 'miss';
  /** What the request consumed. */
  readonly units: Units = { read: 0, write: 0 };
  /** Why the table was out of reach, where it was. */
  failure: string | undefined;
  readonly #cache: VisitedCache;
  readonly #key: string;
  readonly #digest: string;
  #millisecondsLeft: number;

  constructor(cache: VisitedCache, key: string, digest: string) {
    this.#cache = cache;
    this.#key = key;
    this.#digest = digest;
    this.#millisecondsLeft = cache.options.allowanceMilliseconds;
  }

  /**
   * Looks the id up where it costs nothing or there is a sign of a repeat.
   *
   * @returns the answer that the id already has, if it is found
   * @throws {Problem} `id-conflict` when the id belongs to another question
   */
  async recall(attemptsLeft: number | undefined): Promise<Remembered | undefined> {
    const signOfRepeat = this.#cache.sign.suggestsRepeat(attemptsLeft);
    const now = secondsNow();
    const recent = this.#cache.recent.find(this.#key, now);
    if (recent) this.#refuseOtherQuestion(recent.item);
    if (recent?.standing === 'confirmed') return this.#hit(recent.item);
    if (recent?.standing === 'unconfirmed') return this.#confirm(recent.item);
    if (!signOfRepeat) return undefined;
    const found = await this.#call(RECALL_SHARE * this.#millisecondsLeft, (units, signal) =>
      this.#cache.table.read(this.#key, units, signal),
    );
    if (!found || found.expires < now) return undefined;
    this.#cache.recent.add(found, 'confirmed');
    return this.#hit(found);
  }

  /**
   * Writes the answer unless the id has one already.
   *
   * @param answer as its kind packs it
   * @returns the answer to give: this one, or the one that was first
   * @throws {Problem} `id-conflict` when the id belongs to another question
   */
  async remember(answer: string): Promise<Remembered> {
    const item = this.#item(answer);
    if (itemBytes(item) > MAX_ITEM_BYTES) {
      this.#degrade(`The answer has more than the ${MAX_ITEM_BYTES} bytes that an item may have`);
      return item;
    }
    const first = await this.#write(item);
    return first === undefined || first === item ? item : this.#hit(first);
  }

  /**
   * Keeps an answer that is worse for lack of time where it was given, and nowhere else: a repeat may do better, and
   * one that does not is answered like this.
   *
   * @returns the answer to give: this one, or the one that was given before for the same lack
   */
  keep(answer: string): Remembered {
    const earlier = this.#cache.recent.find(this.#key, secondsNow());
    if (earlier) return this.#hit(earlier.item);
    const item = this.#item(answer);
    this.#cache.recent.add(item, 'provisional');
    return item;
  }

  #item(answer: string): Remembered {
    const { version, ttlDays } = this.#cache.options;
    return {
      key: this.#key,
      answer,
      version,
      digest: this.#digest,
      time: Date.now(),
      expires: secondsNow() + ttlDays * SECONDS_PER_DAY,
    };
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
    const first = await this.#write(item);
    return first ? this.#hit(first) : item;
  }

  async #write(item: Remembered): Promise<Remembered | undefined> {
    const before = this.#millisecondsLeft;
    const first = await this.#call(this.#millisecondsLeft, (units, signal) =>
      this.#cache.table.writeFirst(item, secondsNow(), units, signal),
    );
    this.#cache.writing.add(before - this.#millisecondsLeft);
    this.#cache.recent.add(first ?? item, first ? 'confirmed' : 'unconfirmed');
    return first;
  }

  #hit(item: Remembered): Remembered {
    this.#refuseOtherQuestion(item);
    this.outcome = 'hit';
    return item;
  }

  #refuseOtherQuestion(item: Remembered): void {
    if (item.digest === this.#digest) return;
    throw new Problem(
      'id-conflict',
      'This request id was used for another question. Give every question its own id.',
    );
  }
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
