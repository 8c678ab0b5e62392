/** Where a secret's text comes from. */
export type FetchSecret = () => Promise<string>;

/** How long a secret is taken for current: a key that was taken away works no longer than this. */
const FRESH_MILLISECONDS = 300_000;

/** Pause before the source is read again after a failure. */
const PAUSE_MILLISECONDS = 5_000;

/** How long a secret is used while its source cannot be reached. */
const STALE_MILLISECONDS = 3_600_000;

/**
 * A secret that is fetched once in five minutes. While its source fails, the last one is good for another hour: an
 * outage of Secrets Manager must not be one of the service.
 */
export class CachedSecret<Value> {
  readonly #fetch: FetchSecret;
  readonly #read: (text: string) => Value;
  readonly #now: () => number;
  #current: { readonly value: Value; readonly fetched: number } | undefined;
  #nextFetch = 0;
  #fetching: Promise<Value> | undefined;

  /** @param now a clock in milliseconds */
  constructor(fetch: FetchSecret, read: (text: string) => Value, now = () => performance.now()) {
    this.#fetch = fetch;
    this.#read = read;
    this.#now = now;
  }

  /** @throws what the source or the reading has thrown, when there is none from the last hour */
  async get(): Promise<Value> {
    if (this.#current && this.#now() < this.#nextFetch) return this.#current.value;
    try {
      this.#fetching ??= this.#refresh();
      return await this.#fetching;
    } catch (error) {
      if (!this.#current || this.#now() - this.#current.fetched > STALE_MILLISECONDS) throw error;
      return this.#current.value;
    } finally {
      this.#fetching = undefined;
    }
  }

  async #refresh(): Promise<Value> {
    this.#nextFetch = this.#now() + PAUSE_MILLISECONDS;
    const value = this.#read(await this.#fetch());
    this.#current = { value, fetched: this.#now() };
    this.#nextFetch = this.#now() + FRESH_MILLISECONDS;
    return value;
  }
}
