/** The clients that ask all the time: new ids, known ids again, and known ids with another question. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sample } from '../../../functions/inference/contracts/client.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Random } from '../random.ts';
import type { Asker, Settled } from './asker.ts';

const SHARE_OF_REPEATS = 0.25;
const SHARE_OF_CONFLICTS = 0.12;
/** How often a known id is looked for that can be asked with another question. */
const DRAWS = 5;
const LONGEST_THOUGHT_MILLISECONDS = 100;

export interface CrowdPlan {
  readonly clients: number;
  readonly samples: readonly Sample[];
}

export class Crowd {
  readonly #plan: CrowdPlan;
  readonly #asker: Asker;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #sampleByName: ReadonlyMap<string, Sample>;
  #waiting: PromiseWithResolvers<void> | undefined;
  #stopped = false;
  #asking = 0;
  #clients: Promise<void>[] = [];

  constructor(plan: CrowdPlan, asker: Asker, ledger: Ledger, random: Random) {
    this.#plan = plan;
    this.#asker = asker;
    this.#ledger = ledger;
    this.#random = random;
    this.#sampleByName = new Map(plan.samples.map((sample) => [sample.name, sample]));
  }

  start(): void {
    this.#clients = Array.from({ length: this.#plan.clients }, () => this.#client());
  }

  /** Resolves when every question that was put has its answer, and none is put. */
  async pause(): Promise<void> {
    this.#waiting ??= Promise.withResolvers();
    while (this.#asking > 0) await delay(5);
  }

  resume(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  /** Resolves when the last questions have their answers, or are lost. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.resume();
    await Promise.all(this.#clients);
  }

  /** Asks something nobody has asked before. */
  askNew(options: { impatient?: boolean } = {}): Promise<Settled> {
    return this.#asker.put(randomUUID(), this.#random.pick(this.#plan.samples), options);
  }

  /** Asks a known id again, with its own question. */
  async askAgain(id: string): Promise<Settled | undefined> {
    const entry = this.#ledger.entry(id);
    const sample = entry && this.#sampleByName.get(entry.question);
    return sample && this.#asker.put(id, sample);
  }

  /** Asks a known id with another question; there must be two samples. */
  async askOtherwise(id: string): Promise<Settled | undefined> {
    const entry = this.#ledger.entry(id);
    const others = this.#plan.samples.filter(({ name }) => name !== entry?.question);
    return entry && others.length > 0 ? this.#asker.put(id, this.#random.pick(others)) : undefined;
  }

  /** Known ids whose answers are in the table, at most so many. */
  rememberedIds(most: number): string[] {
    const ids = new Set<string>();
    for (let draw = 0; draw < DRAWS * most && ids.size < most; draw += 1) {
      const id = this.#draw();
      if (id !== undefined && this.#ledger.entry(id)?.firmness === 'remembered') ids.add(id);
    }
    return [...ids];
  }

  async #client(): Promise<void> {
    while (!this.#stopped) {
      await this.#waiting?.promise;
      if (this.#stopped) return;
      this.#asking += 1;
      await this.#askSomething();
      this.#asking -= 1;
      await delay(this.#random.whole(0, LONGEST_THOUGHT_MILLISECONDS));
    }
  }

  async #askSomething(): Promise<unknown> {
    const lot = this.#random.next();
    if (lot < SHARE_OF_CONFLICTS) {
      const [id] = this.rememberedIds(1);
      if (id !== undefined) return this.askOtherwise(id);
    } else if (lot < SHARE_OF_CONFLICTS + SHARE_OF_REPEATS) {
      const id = this.#draw();
      if (id !== undefined) return this.askAgain(id);
    }
    return this.askNew();
  }

  #draw(): string | undefined {
    return this.#ledger.size === 0
      ? undefined
      : this.#ledger.idAt(this.#random.whole(0, this.#ledger.size - 1));
  }
}
