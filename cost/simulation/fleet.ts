/** A binary min-heap of numbers in a typed array that grows as needed. */
class NumberHeap {
  #values = new Float64Array(64);
  size = 0;

  /** The smallest number; infinity when empty. */
  get smallest(): number {
    return this.size > 0 ? (this.#values[0] as number) : Number.POSITIVE_INFINITY;
  }

  push(value: number): void {
    if (this.size === this.#values.length) {
      const larger = new Float64Array(this.size * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    let child = this.size;
    this.size += 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      const above = this.#values[parent] as number;
      if (above <= value) {
        break;
      }
      this.#values[child] = above;
      child = parent;
    }
    this.#values[child] = value;
  }

  /** Removes and returns the smallest number; returns infinity if the heap is empty. */
  pop(): number {
    const top = this.smallest;
    if (this.size === 0) {
      return top;
    }
    this.size -= 1;
    const last = this.#values[this.size] as number;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= this.size) {
        break;
      }
      if (child + 1 < this.size && (this.#values[child + 1] as number) < (this.#values[child] as number)) {
        child += 1;
      }
      const below = this.#values[child] as number;
      if (below >= last) {
        break;
      }
      this.#values[parent] = below;
      parent = child;
    }
    this.#values[parent] = last;
    return top;
  }
}

/** What happens to a request that finds every provisioned environment, or every server, busy. */
type Overflow =
  /**
   * Lambda: an environment outside provisioned concurrency takes the request. A warm environment takes it at once,
   * a new one after a cold start.
   */
  | 'on-demand'
  /** A machine of fixed size: the request waits its turn, first come first served. */
  | 'queue';

/** Kind of the environment that takes a request. `warm` and `cold` are on demand; a server counts as `provisioned`. */
export type EnvironmentKind = 'provisioned' | 'warm' | 'cold';

/** Provisioned environments or servers, and what happens if all are busy. */
export interface FleetSettings {
  readonly environments: number;
  readonly overflow: Overflow;
  /** Milliseconds an idle on-demand environment stays warm. */
  readonly keepWarm: number;
}

/**
 * Execution environments over time, each with one request at a time. Times are in milliseconds and never decrease. A request that
 * spills over goes to the idle on-demand environment that was used last: AWS publishes no rule, but users have observed this one.
 */
export class Fleet {
  /** Time at which the last assigned request, or its cold start, can begin. */
  start = 0;
  readonly #overflow: Overflow;
  readonly #keepWarm: number;
  readonly #provisioned = new NumberHeap();
  readonly #busyOnDemand = new NumberHeap();
  /** When each idle on-demand environment became idle, in rising order. */
  readonly #idleSince: number[] = [];
  #last: EnvironmentKind = 'provisioned';

  constructor({ environments, overflow, keepWarm }: FleetSettings) {
    this.#overflow = overflow;
    this.#keepWarm = keepWarm;
    for (let index = 0; index < environments; index += 1) {
      this.#provisioned.push(0);
    }
  }

  /** Takes an environment for a request that arrives now; call `occupy` next. */
  assign(now: number): EnvironmentKind {
    this.start = now;
    if (this.#overflow === 'queue') {
      this.start = Math.max(now, this.#provisioned.pop());
      this.#last = 'provisioned';
    } else if (this.#provisioned.smallest <= now) {
      this.#provisioned.pop();
      this.#last = 'provisioned';
    } else {
      this.#last = this.#takeOnDemand(now);
    }
    return this.#last;
  }

  #takeOnDemand(now: number): EnvironmentKind {
    while (this.#busyOnDemand.smallest <= now) {
      this.#idleSince.push(this.#busyOnDemand.pop());
    }
    const since = this.#idleSince.pop();
    if (since !== undefined && now - since <= this.#keepWarm) {
      return 'warm';
    }
    // If the environment that became idle last is not warm any more, none is.
    this.#idleSince.length = 0;
    return 'cold';
  }

  /** Keeps the environment of the last assigned request busy until a time. */
  occupy(until: number): void {
    (this.#last === 'provisioned' ? this.#provisioned : this.#busyOnDemand).push(until);
  }
}
