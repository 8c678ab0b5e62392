import { CostError } from '../errors.ts';
import { Fleet, type FleetSettings } from './fleet.ts';
import { Random } from './random.ts';
import type { ServiceTime } from './service-time.ts';
import type { Attempt, Tally } from './tally.ts';

/** A load and a fleet to play it against. Times in milliseconds. */
export interface SimulationInput extends FleetSettings {
  readonly ratePerSecond: number;
  /** Requests that are sent at once; the moments of sending are a Poisson process. */
  readonly burst: number;
  readonly fresh: ServiceTime;
  /** Service time of a remembered answer; undefined = no result cache. */
  readonly cached: ServiceTime | undefined;
  /** Share of questions whose answer is remembered from before. */
  readonly repeatShare: number;
  readonly coldStart: number;
  /** Time outside the function, added to every answer. */
  readonly network: number;
  /** The client gives up after this long and asks again, as the `organizer` scenario does. */
  readonly timeout: number;
  /** How often a question is asked again at most. */
  readonly repeats: number;
  readonly seed: number;
}

/** A question that will be asked again. */
interface Due {
  readonly at: number;
  readonly asked: number;
  /** When its answer is in the cache. */
  readonly rememberedAt: number;
}

/**
 * Plays questions against a fleet, event by event, from a fleet where only the fixed environments are warm.
 * An attempt that is late keeps its environment busy to the end, as on Lambda, and its answer is remembered:
 * a repeat that starts later finds it in the cache. Deterministic for a seed.
 */
export class Simulation {
  readonly #input: SimulationInput;
  readonly #fleet: Fleet;
  readonly #random: Random;
  // The time-out is the same for all, so repeats fall due in the order in which they are noted.
  #due: Due[] = [];
  #nextDue = 0;
  #now = 0;
  #toSend = 0;
  /** Chances of being late without any wait. */
  readonly #freshLate: number;
  readonly #cachedLate: number;
  /** One for all, because making one for each takes longer than playing it. */
  readonly #attempt: Attempt = {
    place: 'rejected',
    wait: 0,
    busy: 0,
    latency: 0,
    isLate: false,
    lateChance: 0,
    isRepeat: false,
  };

  /** @throws CostError for a queue that nobody serves, or more repeats than make sense. */
  constructor(input: SimulationInput) {
    if (input.overflow === 'queue' && input.environments < 1) {
      throw new CostError('A queue needs at least one environment (--environments).');
    }
    if (input.repeats > 100) {
      throw new CostError(`A question can be repeated at most 100 times, not ${input.repeats}.`);
    }
    this.#input = input;
    this.#fleet = new Fleet(input);
    const inTime = input.timeout - input.network;
    this.#freshLate = input.fresh.above(inTime);
    this.#cachedLate = input.cached?.above(inTime) ?? 0;
    this.#random = new Random(input.seed);
  }

  /** Asks so many more questions, and the repeats that fall due between them. */
  play(questions: number, tally: Tally): void {
    const { burst, ratePerSecond, cached, repeatShare } = this.#input;
    const gap = (burst / ratePerSecond) * 1000;
    const began = this.#now;
    for (let question = 0; question < questions; question += 1) {
      if (this.#toSend === 0) {
        this.#now += this.#random.exponential(gap);
        this.#toSend = burst;
        this.#askDueUntil(this.#now, tally);
      }
      this.#toSend -= 1;
      const isRemembered = cached !== undefined && repeatShare > 0 && this.#random.next() < repeatShare;
      this.#ask(this.#now, 0, isRemembered ? 0 : Number.POSITIVE_INFINITY, tally);
    }
    tally.questions += questions;
    tally.span += this.#now - began;
  }

  /** Asks what is still to be asked again. */
  finish(tally: Tally): void {
    this.#askDueUntil(Number.POSITIVE_INFINITY, tally);
  }

  #askDueUntil(time: number, tally: Tally): void {
    while (this.#nextDue < this.#due.length && (this.#due[this.#nextDue] as Due).at <= time) {
      const { at, asked, rememberedAt } = this.#due[this.#nextDue] as Due;
      this.#nextDue += 1;
      this.#ask(at, asked, rememberedAt, tally);
    }
    if (this.#nextDue > 10_000 && this.#nextDue * 2 > this.#due.length) {
      this.#due = this.#due.slice(this.#nextDue);
      this.#nextDue = 0;
    }
  }

  #ask(at: number, asked: number, rememberedAt: number, tally: Tally): void {
    const { fresh, cached, coldStart, network, timeout, repeats } = this.#input;
    const attempt = this.#attempt;
    attempt.place = this.#fleet.place(at);
    attempt.isRepeat = asked > 0;
    let remembered = rememberedAt;
    if (attempt.place === 'rejected') {
      attempt.wait = 0;
      attempt.busy = 0;
      attempt.latency = Number.POSITIVE_INFINITY;
      attempt.lateChance = 1;
    } else {
      const start = this.#fleet.start + (attempt.place === 'cold' ? coldStart : 0);
      const service = cached !== undefined && rememberedAt <= start ? cached : fresh;
      attempt.busy = service.draw(this.#random);
      attempt.wait = start - at;
      attempt.latency = attempt.wait + attempt.busy + network;
      attempt.lateChance =
        attempt.wait === 0
          ? service === fresh
            ? this.#freshLate
            : this.#cachedLate
          : service.above(timeout - network - attempt.wait);
      remembered = Math.min(rememberedAt, start + attempt.busy);
      this.#fleet.occupy(start + attempt.busy);
    }
    attempt.isLate = attempt.latency > timeout;
    tally.count(attempt);
    if (attempt.isLate && asked < repeats) {
      this.#due.push({ at: at + timeout, asked: asked + 1, rememberedAt: remembered });
    }
  }
}
