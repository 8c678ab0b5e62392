/** Every response ever given for a request id, and whether a new one contradicts it. */

/**
 * How firm a response is.
 *
 * - `stored`: it is in the store. Whoever repeats the request gets it from there; another input under its id gets 422.
 * - `owed`: it went out while the store was out of reach; the front process writes it when the store is back.
 * - `provisional`: it lacks members for want of time; a repeat may do better.
 * - `void`: what held it was taken away: the store, or the front process that owed it.
 */
type Firmness = 'stored' | 'owed' | 'provisional' | 'void';

/** A response that came whole with status 200. */
export interface Given {
  readonly id: string;
  /** Name of the input that was sent. */
  readonly input: string;
  readonly output: string;
  readonly firmness: Exclude<Firmness, 'void'>;
  /** The response header `x-subsecond-cache`. */
  readonly cache: string | undefined;
}

interface Entry {
  readonly input: string;
  output: string;
  firmness: Firmness;
  /** Another input was sent under the id while nobody could tell whose it was: either may have it now. */
  contested: boolean;
}

/** What is wrong with a response. */
type Finding = readonly [wrong: 'lost' | 'changed', detail: string];

export class Ledger {
  /** In the order of their first responses. */
  readonly ids: string[] = [];
  readonly #entries = new Map<string, Entry>();

  entry(id: string): Readonly<Entry> | undefined {
    return this.#entries.get(id);
  }

  /** Another input is about to be sent under an id. */
  contest(id: string): void {
    const entry = this.#entries.get(id);
    if (entry && entry.firmness !== 'stored') entry.contested = true;
  }

  /** @param excused values of `x-subsecond-cache` that a repeat of a stored response may have beside `hit` */
  given({ id, input, output, firmness, cache = '' }: Given, excused: readonly string[]): Finding | undefined {
    const entry = this.#entries.get(id);
    if (!entry) {
      this.ids.push(id);
      this.#entries.set(id, { input, output, firmness, contested: false });
      return undefined;
    }
    const had = `"${entry.input}" got "${entry.output}" (${entry.firmness})`;
    if (entry.input !== input) {
      if (firmness === 'stored' && (entry.firmness === 'stored' || entry.firmness === 'owed')) {
        return ['changed', `${had}, and its id was given to "${input}"`];
      }
      entry.contested = true;
      return undefined;
    }
    const mayDiffer =
      entry.firmness === 'provisional' || (firmness === 'provisional' && entry.firmness !== 'stored');
    if (output !== entry.output && !mayDiffer) return ['changed', `${had}, and now "${output}"`];
    if (entry.firmness === 'stored') {
      if (cache === 'hit' || excused.includes(cache)) return undefined;
      return ['lost', `${had}, and a repeat is no hit but "${cache}"`];
    }
    if (entry.firmness === 'provisional') entry.output = output;
    if (entry.firmness === 'provisional' || firmness === 'stored') entry.firmness = firmness;
    return undefined;
  }

  /** A 422: the id belongs to another input. */
  conflict(id: string, input: string): Finding | undefined {
    const entry = this.#entries.get(id);
    if (entry && (entry.input !== input || entry.contested)) return undefined;
    const had = entry ? `which got "${entry.output}" (${entry.firmness})` : 'whose id nobody has used';
    return ['changed', `"${input}", ${had}, gets 422`];
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
    const owed = this.ids.filter((id) => this.#entries.get(id)?.firmness === 'owed');
    for (const id of owed) this.#entries.get(id)!.firmness = 'stored';
    return owed;
  }
}
