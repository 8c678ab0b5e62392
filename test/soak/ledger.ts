/** Every response ever given for a request id, and whether a new one contradicts it. */

/**
 * How firm a response is.
 *
 * - `stored`: it is in the store. Whoever repeats the request gets it; another input under its id gets 422.
 * - `owed`: it went out while the store was out of reach; the front process writes it when the store is back.
 * - `provisional`: it lacks members for want of time; a repeat may do better.
 * - `void`: what knew it was taken away: the store, or the front process that owed it.
 */
export type Firmness = 'stored' | 'owed' | 'provisional' | 'void';

/** A response that came whole with status 200. */
export interface Given {
  readonly id: string;
  /** Name of the sample that was sent. */
  readonly sample: string;
  readonly output: string;
  readonly firmness: Exclude<Firmness, 'void'>;
}

interface Entry {
  sample: string;
  output: string;
  firmness: Firmness;
  /** Another input was sent under this id. */
  contested: boolean;
  /** Another input got a response under this id, while nobody could look it up. */
  rivalled: boolean;
}

/** Methods return what is wrong with a response, in words; undefined: nothing. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly #ids: string[] = [];

  get ids(): readonly string[] {
    return this.#ids;
  }

  entry(id: string): Readonly<Entry> | undefined {
    return this.#entries.get(id);
  }

  /** Another input is about to be sent under an id. */
  contest(id: string): void {
    const entry = this.#entries.get(id);
    if (entry) entry.contested = true;
  }

  given(given: Given): string | undefined {
    const entry = this.#entries.get(given.id);
    if (!entry) {
      this.#ids.push(given.id);
      this.#keep(given);
      return undefined;
    }
    return entry.sample === given.sample ? this.#same(entry, given) : this.#other(entry, given);
  }

  /** A 422: the id belongs to another input. */
  conflict(id: string, sample: string): string | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return `"${sample}" got 422 under an id that nobody has used`;
    if (entry.sample !== sample || entry.rivalled) return undefined;
    if (entry.contested && (entry.firmness === 'void' || entry.firmness === 'provisional')) {
      // Which input has the id now, nobody was told.
      entry.firmness = 'void';
      return undefined;
    }
    return `"${sample}", which got "${entry.output}" (${entry.firmness}), gets 422 under its own id`;
  }

  /** The store was removed, or replaced by something else. */
  forgetAll(): void {
    for (const entry of this.#entries.values()) {
      if (entry.firmness !== 'provisional') entry.firmness = 'void';
    }
  }

  /** The front process has ended, and with it what it owed. */
  forgetOwed(): void {
    for (const entry of this.#entries.values()) if (entry.firmness === 'owed') entry.firmness = 'void';
  }

  /** The store has been back for long enough: what was owed must be in it. @returns the ids */
  settleOwed(): string[] {
    const owed: string[] = [];
    for (const [id, entry] of this.#entries) {
      entry.rivalled = false;
      if (entry.firmness !== 'owed') continue;
      entry.firmness = 'stored';
      owed.push(id);
    }
    return owed;
  }

  #keep({ id, sample, output, firmness }: Given): void {
    this.#entries.set(id, { sample, output, firmness, contested: false, rivalled: false });
  }

  #same(entry: Entry, given: Given): string | undefined {
    if (entry.output === given.output) {
      if (given.firmness === 'stored') entry.firmness = 'stored';
      return undefined;
    }
    if (entry.firmness === 'provisional') {
      this.#keep(given);
      return undefined;
    }
    if (given.firmness === 'provisional' && entry.firmness !== 'stored') return undefined;
    return `"${entry.sample}" got "${entry.output}" (${entry.firmness}), and now "${given.output}"`;
  }

  #other(entry: Entry, given: Given): string | undefined {
    if (given.firmness !== 'stored') {
      entry.rivalled ||= given.firmness === 'owed';
      return undefined;
    }
    if (entry.firmness === 'void' || entry.firmness === 'provisional') {
      this.#keep(given);
      return undefined;
    }
    return `the id of "${entry.sample}" (${entry.firmness}) was given to "${given.sample}"`;
  }
}
