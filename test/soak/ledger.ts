/** Records the responses to each request id, and finds contradictions. */
import type { Sample } from '../../functions/inference/contracts/client.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';

/**
 * How firm a response is.
 *
 * - `stored`: it is in the store. A repeated request gets it from there; another input under its id gets 422.
 * - `owed`: it was sent while the store was unreachable. The front process writes it when the store is back.
 * - `provisional`: some or all members did not run, although they might have changed it. A repeat may get a better response.
 * - `void`: it was lost with the store, or with the front process that owed it.
 */
export type Firmness = 'stored' | 'owed' | 'provisional' | 'void';

export interface Input {
  /** Name of the input, unique among all models. */
  readonly name: string;
  readonly source: RequestSource;
  readonly sample: Sample;
}

/** The current fault, and the effects that clients must tolerate during it; by default, there are none. */
export interface Circumstances {
  readonly name: string;
  /** `refused`: connections are refused. `cut`: they may also break. */
  readonly unreachable?: 'refused' | 'cut';
  /** Whether responses may be late. */
  readonly slow?: boolean;
  /** Whether the store may lose responses, so that a repeated request may find none. */
  readonly emptiesStore?: boolean;
}

/** Outcomes of a repeat that are permitted in addition to a hit when the store was emptied. */
const EXCUSED = ['miss', 'degraded'];

export interface Entry {
  readonly id: string;
  readonly input: Input;
  output: string;
  firmness: Firmness;
  /** Whether the id may belong to another input, because that input got a response under the id, too. */
  contested: boolean;
}

export class Ledger {
  /** Entries in the order of their first responses. */
  readonly entries: Entry[] = [];
  readonly findings: { time: string; during: string; what: string; detail: string }[] = [];
  circumstances: Circumstances = { name: 'start' };
  readonly #byId = new Map<string, Entry>();
  /** For each input, the first response that was not `provisional`. Later responses must equal it, unless `provisional`. */
  readonly #inCalm = new Map<Input, string>();

  /** Changes the circumstances. For requests in flight, effects that the old or the new circumstances permit are tolerated. */
  begin(circumstances: Circumstances): void {
    this.circumstances = circumstances;
    process.stderr.write(`${circumstances.name}\n`);
  }

  found(what: string, detail: string): void {
    const during = this.circumstances.name;
    this.findings.push({ time: new Date().toISOString(), during, what, detail });
    process.stderr.write(`${what}: ${detail}\n`);
  }

  /** Records a response with status 200. @param cache its `x-subsecond-cache` @param before circumstances at the request */
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
      const isEmptied = [before, this.circumstances].some(({ emptiesStore }) => emptiesStore);
      if (cache !== 'hit' && !(isEmptied && EXCUSED.includes(cache)))
        this.found('lost', `${had}, and a repeat is no hit but "${cache}"`);
      return;
    }
    if (was === 'provisional') entry.output = output;
    if (was === 'provisional' || firmness === 'stored') entry.firmness = firmness;
  }

  /** Checks a 422, which is right only if the id may belong to another input. */
  refused(id: string, input: Input): void {
    const entry = this.#byId.get(id);
    if (entry && (entry.input !== input || entry.contested)) return;
    const had = entry ? `which got "${entry.output}" (${entry.firmness})` : 'whose id nobody has used';
    this.found('changed', `${id}: "${input.name}", ${had}, gets 422`);
  }

  /** Sets the firmness of all entries whose firmness is in `from` to `to`. @returns the changed entries */
  turn(from: readonly Firmness[], to: Firmness): Entry[] {
    const turned = this.entries.filter(({ firmness }) => from.includes(firmness));
    for (const entry of turned) entry.firmness = to;
    return turned;
  }
}
