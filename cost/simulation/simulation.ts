import { Fleet, type FleetSettings } from './fleet.ts';
import { Random } from './random.ts';
import type { ServiceTime } from './service-time.ts';
import type { Tally } from './tally.ts';

/** A load and a fleet to simulate. All times are in milliseconds. */
export interface SimulationInput extends FleetSettings {
  readonly ratePerSecond: number;
  /** Requests that are sent at once; the moments of sending are a Poisson process. */
  readonly burst: number;
  readonly fresh: ServiceTime;
  /** Service time of a cached response; undefined without a response cache or without repeats. */
  readonly cached: ServiceTime | undefined;
  /** Share of requests whose response is in the cache. */
  readonly repeatShare: number;
  readonly coldStart: number;
  /** Time outside the function, added to every response. */
  readonly network: number;
  /** Time after which a response is late. */
  readonly timeout: number;
  readonly seed: number;
}

/**
 * Simulates requests on a fleet, one after the other. At first, only provisioned environments are warm. A late request occupies
 * its environment to the end, as on Lambda. The same seed gives the same result.
 */
export class Simulation {
  readonly #input: SimulationInput;
  readonly #fleet: Fleet;
  readonly #random: Random;
  #now = 0;
  #toSend = 0;
  /** Probabilities of being late without any wait. */
  readonly #freshLate: number;
  readonly #cachedLate: number;

  constructor(input: SimulationInput) {
    this.#input = input;
    this.#fleet = new Fleet(input);
    const inTime = input.timeout - input.network;
    this.#freshLate = input.fresh.above(inTime);
    this.#cachedLate = input.cached?.above(inTime) ?? 0;
    this.#random = new Random(input.seed);
  }

  /** Sends further requests. */
  run(requests: number, tally: Tally): void {
    const { burst, ratePerSecond, fresh, cached, repeatShare } = this.#input;
    const gap = (burst / ratePerSecond) * 1000;
    const began = this.#now;
    for (let request = 0; request < requests; request += 1) {
      if (this.#toSend === 0) {
        this.#now += this.#random.exponential(gap);
        this.#toSend = burst;
      }
      this.#toSend -= 1;
      const isCached = cached !== undefined && repeatShare > 0 && this.#random.next() < repeatShare;
      this.#send(isCached ? cached : fresh, tally);
    }
    tally.span += this.#now - began;
  }

  #send(service: ServiceTime, tally: Tally): void {
    const { fresh, coldStart, network, timeout } = this.#input;
    const kind = this.#fleet.assign(this.#now);
    const start = this.#fleet.start + (kind === 'cold' ? coldStart : 0);
    const busy = service.draw(this.#random);
    const wait = start - this.#now;
    const unhurried = service === fresh ? this.#freshLate : this.#cachedLate;
    const lateChance = wait === 0 ? unhurried : service.above(timeout - network - wait);
    this.#fleet.occupy(start + busy);
    tally.count(kind, busy, wait + busy + network, lateChance);
  }
}
