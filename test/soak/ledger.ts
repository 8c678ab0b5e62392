/** Every response ever given for a request id, and what contradicts it. */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';

/**
 * How firm a response is.
 *
 * - `stored`: it is in the store. Whoever repeats the request gets it from there; another input under its id gets 422.
 * - `owed`: it went out while the store was out of reach; the front process writes it when the store is back.
 * - `provisional`: it lacks members for want of time; a repeat may do better.
 * - `void`: what held it was taken away: the store, or the front process that owed it.
 */
export type Firmness = 'stored' | 'owed' | 'provisional' | 'void';

/** One input of one model. */
export interface Input {
  /** Unique among all models. */
  readonly name: string;
  readonly source: RequestSource;
  readonly sample: Sample;
}

/** The current fault, and what clients must bear meanwhile. @default nothing */
export interface Circumstances {
  readonly name: string;
  /** `refused`: nobody listens. `cut`: connections may break off as well. */
  readonly unreachable?: 'refused' | 'cut';
  /** Whether responses may be late. */
  readonly slow?: boolean;
  /** `unreachable`: repeats may go past the store. `emptied`: they may miss in it. */
  readonly store?: 'unreachable' | 'emptied';
}

/** Permitted outcomes of a repeat, besides a hit. */
const EXCUSES = { emptied: ['miss', 'degraded'], unreachable: ['degraded'] };

export interface Entry {
  readonly id: string;
  readonly input: Input;
  output: string;
  firmness: Firmness;
  /** Another input was sent under the id while nobody could tell whose it was: either may have it now. */
  contested: boolean;
}

export class Ledger {
  /** In the order of their first responses. */
  readonly entries: Entry[] = [];
  /** Violations that were found. */
  readonly findings: { time: string; during: string; what: string; detail: string }[] = [];
  circumstances: Circumstances = { name: 'start' };
  readonly #byId = new Map<string, Entry>();
  /** The first response to each input, in calm. */
  readonly #inCalm = new Map<Input, string>();

  /** Begins a fault, also for requests in flight. */
  begin(circumstances: Circumstances): void {
    this.circumstances = circumstances;
    process.stderr.write(`${circumstances.name}\n`);
  }

  found(what: string, detail: string): void {
    const during = this.circumstances.name;
    this.findings.push({ time: new Date().toISOString(), during, what, detail });
    process.stderr.write(`${what}: ${detail}\n`);
  }

  /** A response with status 200. @param cache its header `x-subsecond-cache` @param before the circumstances when it was requested */
  given(given: Omit<Entry, 'contested'>, cache: string, before: Circumstances): void {
    const { id, input, output, firmness } = given;
    if (firmness !== 'provisional') {
      const inCalm = this.#inCalm.get(input) ?? output;
      this.#inCalm.set(input, inCalm);
      if (output !== inCalm)
        this.found('unlike in calm', `${id}: "${input.name}" got "${output}", not "${inCalm}"`);
    }
    const entry = this.#byId.get(id);
    if (!entry) {
      const first = { ...given, contested: false };
      this.entries.push(first);
      this.#byId.set(id, first);
      return;
    }
    const had = `${id}: "${entry.input.name}" got "${entry.output}" (${entry.firmness})`;
    const { firmness: was } = entry;
    if (entry.input !== input) {
      if (firmness !== 'stored' || (was !== 'stored' && was !== 'owed')) entry.contested = true;
      else this.found('changed', `${had}, and its id was given to "${input.name}"`);
      return;
    }
    const mayDiffer = was === 'provisional' || (firmness === 'provisional' && was !== 'stored');
    if (output !== entry.output && !mayDiffer) {
      this.found('changed', `${had}, and now "${output}"`);
      return;
    }
    if (was === 'stored') {
      const excused = [before, this.circumstances].flatMap(({ store }) => (store ? EXCUSES[store] : []));
      if (cache !== 'hit' && !excused.includes(cache))
        this.found('lost', `${had}, and a repeat is no hit but "${cache}"`);
      return;
    }
    if (was === 'provisional') entry.output = output;
    if (was === 'provisional' || firmness === 'stored') entry.firmness = firmness;
  }

  /** A 422: the id belongs to another input. */
  refused(id: string, input: Input): void {
    const entry = this.#byId.get(id);
    if (entry && (entry.input !== input || entry.contested)) return;
    const had = entry ? `which got "${entry.output}" (${entry.firmness})` : 'whose id nobody has used';
    this.found('changed', `${id}: "${input.name}", ${had}, gets 422`);
  }

  /** Makes all that are so firm firmer or less firm. @returns these */
  turn(from: readonly Firmness[], to: Firmness): Entry[] {
    const turned = this.entries.filter(({ firmness }) => from.includes(firmness));
    for (const entry of turned) entry.firmness = to;
    return turned;
  }
}
