import { NumberHeap } from './heap.ts';

/** What becomes of a request that finds every environment busy. */
export type Overflow =
  /** Lambda: an environment outside provisioned concurrency takes it, warm if one is left, else after a cold start. */
  | 'on-demand'
  /** A machine of fixed size: it waits its turn, first come first served. */
  | 'queue'
  /** A concurrency limit: it is refused (429). */
  | 'reject';

/** Where a request was placed. */
export type Place = 'provisioned' | 'warm' | 'cold' | 'rejected';

/** Execution environments over time: each serves one request at a time. Times in milliseconds, never falling. */
export class Fleet {
  /** When the request placed last can start; a cold start comes on top. */
  start = 0;
  readonly #overflow: Overflow;
  readonly #keepWarm: number;
  readonly #provisioned = new NumberHeap();
  readonly #busyOnDemand = new NumberHeap();
  /** When each idle on-demand environment became idle, the latest on top: it is used first. */
  readonly #idleSince: number[] = [];
  #last: Place = 'rejected';

  constructor(environments: number, overflow: Overflow, keepWarmMilliseconds: number) {
    this.#overflow = overflow;
    this.#keepWarm = keepWarmMilliseconds;
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
    const since = this.#idleSince.pop();
    if (since !== undefined && now - since <= this.#keepWarm) {
      return 'warm';
    }
    // The latest is too old, so all of them are.
    this.#idleSince.length = 0;
    return 'cold';
  }

  /** Keeps the environment placed last busy until then. */
  occupy(until: number): void {
    (this.#last === 'provisioned' ? this.#provisioned : this.#busyOnDemand).push(until);
  }
}
