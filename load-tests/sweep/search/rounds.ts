import { mean } from '../../verdict/statistics.ts';
import type { DuelPlan } from '../measure/duel.ts';
import { SETTLE_SECONDS, WARM_UP_SECONDS } from '../measure/stretch.ts';
import type { Impossible, VisitPlan } from '../measure/visit.ts';
import type { Dropped, Visit } from '../measurements.ts';
import { hasBatches, type Setting } from '../setting.ts';

export interface SearchTools {
  visit(plan: VisitPlan): Promise<Visit | Impossible>;
  duel(plan: DuelPlan): Promise<Visit[]>;
  /** Seconds by any clock. */
  now(): number;
  /** Is told when the end is known better, in seconds by that clock. */
  expectEnd(at: number): void;
}

/** What has been found so far: filled while the search goes on, so that it can be stopped at any time. */
export interface Found {
  readonly visits: Visit[];
  readonly dropped: Dropped[];
}

/** Visits to some settings, one after the other. */
export interface RoundPlan extends Omit<VisitPlan, 'setting'> {
  readonly settings: readonly Setting[];
  /** What is expected to come after the round, in seconds. */
  readonly after: () => number;
}

/** To start and to stop a service, before that has been seen. */
const GUESSED_START_SECONDS = 1.5;

/** What a visit takes before one has been seen. @param seconds of each number of clients */
export function guessedVisitSeconds(numbers: number, seconds: number): number {
  return GUESSED_START_SECONDS + WARM_UP_SECONDS + numbers * (seconds + SETTLE_SECONDS);
}

/** Makes rounds, and learns how long visits take. */
export class Rounds {
  readonly found: Found;
  /** When everything should be over, by the clock of the tools. */
  ends: number;
  readonly #tools: SearchTools;
  /** Of each visit what was not measuring: to start, to warm up and to stop, in seconds. */
  readonly #beside: number[] = [];

  constructor(tools: SearchTools, found: Found, ends: number) {
    this.#tools = tools;
    this.found = found;
    this.ends = ends;
    tools.expectEnd(ends);
  }

  now(): number {
    return this.#tools.now();
  }

  /** What a visit takes, by those that there were. @param seconds of each number of clients */
  visitSeconds(numbers: number, seconds: number): number {
    if (this.#beside.length === 0) return guessedVisitSeconds(numbers, seconds);
    return mean(this.#beside) + numbers * (seconds + SETTLE_SECONDS);
  }

  /**
   * Visits all settings once, every other round in the opposite order: then what changes as time goes by is in no pair.
   *
   * @returns those that can be had
   */
  async make({ settings, after, ...plan }: RoundPlan): Promise<Setting[]> {
    const { round, clients, seconds } = plan;
    const order = round % 2 === 1 ? settings : settings.toReversed();
    let possible = [...settings];
    for (const [index, setting] of order.entries()) {
      if (!possible.includes(setting)) continue;
      const toCome = (order.length - index) * this.visitSeconds(clients.length, seconds) + after();
      this.#tools.expectEnd(Math.max(this.ends, this.now() + toCome));
      const started = this.now();
      const visited = await this.#tools.visit({ ...plan, setting });
      if ('impossible' in visited) {
        possible = possible.filter((one) => !hasBatches(one));
        this.#dropBatches(settings, round, visited.impossible);
        continue;
      }
      this.found.visits.push(visited);
      this.#beside.push(this.now() - started - visited.points.length * (seconds + SETTLE_SECONDS));
    }
    return possible;
  }

  /** One round of a duel. @param after what is expected to come after it, in seconds */
  async duel(plan: DuelPlan, after: number): Promise<void> {
    this.#tools.expectEnd(Math.max(this.ends, this.now() + this.duelSeconds(plan) + after));
    this.found.visits.push(...(await this.#tools.duel(plan)));
  }

  /** What a round of a duel takes, by the visits that there were. */
  duelSeconds({ settings, clients, turns, seconds }: Omit<DuelPlan, 'round'>): number {
    return settings.length * this.visitSeconds(clients.length * turns, seconds);
  }

  /** What one setting with batches cannot have, none can. */
  #dropBatches(settings: readonly Setting[], round: number, reason: string): void {
    for (const setting of settings.filter(hasBatches)) {
      this.found.dropped.push({ setting, round, why: 'impossible', reason });
    }
  }
}
