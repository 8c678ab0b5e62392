import { NumberHeap } from './heap.ts';

/** What becomes of a request that finds every environment busy. */
export type Overflow =
  /** Lambda: an environment outside provisioned concurrency takes it, warm if one is left, else after a cold start. */
  | 'on-demand'
  /** A machine of fixed size: it waits its turn, first come first served. */
  | 'queue'
  /** A concurrency limit: it is refused (429). */
  | 'reject';

/**
 * Which of several idle on-demand environments takes the next request. AWS publishes no rule; the one used
 * last is what people observe on Lambda. The one used longest ago would keep all of them warm.
 */
export type Reuse = 'newest' | 'oldest';

/** Where a request was placed. */
export type Place = 'provisioned' | 'warm' | 'cold' | 'rejected';

/** Execution environments and what happens beyond them. */
export interface FleetSettings {
  readonly environments: number;
  readonly overflow: Overflow;
  /** Milliseconds an idle on-demand environment stays warm. */
  readonly keepWarm: number;
  readonly reuse: Reuse;
}

/** Execution environments over time: each serves one request at a time. Times in milliseconds, never falling. */
export class Fleet {
  /** When the request placed last can start; a cold start comes on top. */
  start = 0;
  readonly #overflow: Overflow;
  readonly #keepWarm: number;
  readonly #reuse: Reuse;
  readonly #provisioned = new NumberHeap();
  readonly #busyOnDemand = new NumberHeap();
  /** When each idle on-demand environment became idle, in that order; those before `#first` are taken. */
  #idleSince: number[] = [];
  #first = 0;
  #last: Place = 'rejected';

  constructor({ environments, overflow, keepWarm, reuse }: FleetSettings) {
    this.#overflow = overflow;
    this.#keepWarm = keepWarm;
    this.#reuse = reuse;
    for (let index = 0; index < environments; index += 1) {
      this.#provisioned.push(0);
    }
  }

  /** Takes an environment for a request that arrives now; call `occupy` next unless it was rejected. */
  place(now: number): Place {
    this.#last = this.#choose(now);
    return this.#last;
  }

  #choose(now: number): Place {
    this.start = now;
    if (this.#overflow === 'queue') {
      this.start = Math.max(now, this.#provisioned.pop());
      return 'provisioned';
    }
    if (this.#provisioned.smallest <= now) {
      this.#provisioned.pop();
      return 'provisioned';
    }
    return this.#overflow === 'reject' ? 'rejected' : this.#onDemand(now);
  }

  #onDemand(now: number): Place {
    while (this.#busyOnDemand.smallest <= now) {
      this.#idleSince.push(this.#busyOnDemand.pop());
    }
    return (this.#reuse === 'newest' ? this.#takeNewest(now) : this.#takeOldest(now)) ? 'warm' : 'cold';
  }

  #takeNewest(now: number): boolean {
    const since = this.#idleSince.pop();
    if (since !== undefined && now - since <= this.#keepWarm) {
      return true;
    }
    // The latest is too old, so all of them are.
    this.#idleSince.length = 0;
    return false;
  }

  #takeOldest(now: number): boolean {
    while (this.#first < this.#idleSince.length) {
      const since = this.#idleSince[this.#first] as number;
      this.#first += 1;
      if (now - since <= this.#keepWarm) {
        this.#forgetTaken();
        return true;
      }
    }
    this.#forgetTaken();
    return false;
  }

  #forgetTaken(): void {
    if (this.#first > 1024 && this.#first * 2 > this.#idleSince.length) {
      this.#idleSince = this.#idleSince.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Keeps the environment placed last busy until then. */
  occupy(until: number): void {
    (this.#last === 'provisioned' ? this.#provisioned : this.#busyOnDemand).push(until);
  }
}
