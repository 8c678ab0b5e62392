/** What was ever answered for each request id, and whether a new reply goes against it. */

/**
 * How firm an answer is.
 *
 * - `remembered`: it is in the table, whoever asks again gets it, and another question gets a 422.
 * - `owed`: it was given while the table was out of reach; the environment that gave it writes it when the table is back.
 * - `due`: it was owed, and the table has been back for long enough.
 * - `provisional`: it is worse for lack of time; the repeat may do better.
 * - `void`: what would know it was taken away: the table's folder, or the environment that owed it.
 */
export type Firmness = 'remembered' | 'owed' | 'due' | 'provisional' | 'void';

/** How firm an answer can be by what its reply says. */
export type GivenFirmness = Exclude<Firmness, 'due' | 'void'>;

/** Something that was ever answered. */
export interface Entry {
  readonly id: string;
  /** Name of the sample that was asked. */
  readonly question: string;
  readonly answer: string;
  readonly firmness: Firmness;
}

/** An answer as it has come, whole. */
export interface Given {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly firmness: GivenFirmness;
  /** Whether the service says that it had answered before. */
  readonly fromMemory: boolean;
}

interface Kept extends Entry {
  firmness: Firmness;
  /** Whether another question was put under this id. */
  contested: boolean;
  /** Whether another question was answered under this id, by an environment that could not look it up. */
  rivalled: boolean;
}

/** Takes down every answer; each method returns what is wrong with a reply, in words, or undefined. */
export class Ledger {
  readonly #entries = new Map<string, Kept>();
  /** Ids in the order of their first answers, to draw from. */
  readonly #ids: string[] = [];

  /** Ids that were ever answered. */
  get size(): number {
    return this.#entries.size;
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** The id that was the n-th to be answered, counted from 0. */
  idAt(index: number): string | undefined {
    return this.#ids[index];
  }

  /** Another question is about to be put under an id. */
  contest(id: string): void {
    const entry = this.#entries.get(id);
    if (entry) entry.contested = true;
  }

  /** Takes down an answer that was received whole with status 200. */
  answered(given: Given): string | undefined {
    const entry = this.#entries.get(given.id);
    if (!entry) {
      this.#ids.push(given.id);
      this.#keep(given);
      return undefined;
    }
    return entry.question === given.question ? this.#sameAgain(entry, given) : this.#other(entry, given);
  }

  /** Takes down a 422: the id belongs to another question. */
  refused(id: string, question: string): string | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return `"${question}" was refused under an id that nobody has used`;
    if (entry.question !== question) return undefined;
    // An environment that could not look the id up keeps to its own answer until that is settled.
    if (entry.rivalled) return undefined;
    const wasTaken = entry.contested && (entry.firmness === 'void' || entry.firmness === 'provisional');
    if (wasTaken) {
      // Which question has the id now, nobody was told.
      entry.firmness = 'void';
      return undefined;
    }
    return `"${question}", answered "${entry.answer}" (${entry.firmness}), is refused under its own id`;
  }

  /** The table's folder is gone: nobody can know what was in it. */
  forgetAll(): void {
    for (const entry of this.#entries.values()) {
      if (entry.firmness !== 'provisional') entry.firmness = 'void';
    }
  }

  /** Ids whose answers are owed to the table. */
  owedIds(): string[] {
    return [...this.#entries.values()].flatMap(({ id, firmness }) => (firmness === 'owed' ? [id] : []));
  }

  /** An environment has ended: what it owed may be lost with it. */
  forgetOwed(): void {
    for (const entry of this.#entries.values()) {
      if (entry.firmness === 'owed') entry.firmness = 'void';
    }
  }

  /** The table has been back for long enough: these answers must be in it, and whoever was first has the id. */
  settle(ids: readonly string[]): void {
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (!entry) continue;
      entry.rivalled = false;
      if (entry.firmness === 'owed') entry.firmness = 'due';
    }
  }

  #keep({ id, question, answer, firmness }: Given): void {
    this.#entries.set(id, { id, question, answer, firmness, contested: false, rivalled: false });
  }

  #sameAgain(entry: Kept, given: Given): string | undefined {
    if (entry.answer === given.answer) {
      // An environment may remember by itself what was taken away from the table.
      const isOnlyThere = entry.firmness === 'void' && given.fromMemory;
      if (!isOnlyThere && (given.firmness === 'remembered' || entry.firmness === 'void'))
        entry.firmness = given.firmness;
      return undefined;
    }
    if (entry.firmness === 'provisional') {
      this.#keep(given);
      return undefined;
    }
    const mayBeKnown = entry.firmness === 'remembered' || entry.firmness === 'due';
    if (given.firmness === 'provisional' && !mayBeKnown) return undefined;
    return `"${entry.question}" was answered "${entry.answer}" (${entry.firmness}), and now "${given.answer}"`;
  }

  /** Where nothing can be looked up, another question under a known id cannot be told from a new one. */
  #other(entry: Kept, given: Given): string | undefined {
    if (given.firmness !== 'remembered') {
      entry.rivalled ||= given.firmness === 'owed';
      return undefined;
    }
    if (entry.firmness === 'void' || entry.firmness === 'provisional') {
      this.#keep(given);
      return undefined;
    }
    return `the id of "${entry.question}" (${entry.firmness}) was given to "${given.question}"`;
  }
}
