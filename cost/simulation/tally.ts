import type { Place } from './fleet.ts';
import { Latencies } from './latencies.ts';

/** What becomes of one attempt. Times in milliseconds. */
export interface Attempt {
  place: Place;
  /** From arrival to start. */
  wait: number;
  busy: number;
  /** As the client sees it; infinite where refused. */
  latency: number;
  isLate: boolean;
  /** The probability of being late, given when it could start. */
  lateChance: number;
  isRepeat: boolean;
}

/** Sums over a played stretch. Of weighted tallies the counts are no whole numbers. */
export class Tally {
  questions = 0;
  attempts = 0;
  repeats = 0;
  onDemand = 0;
  cold = 0;
  rejected = 0;
  /** Attempts answered too late or refused. */
  late = 0;
  /** The same by expectation: far less noisy, because no luck of single durations is in it. */
  expectedLate = 0;
  /** Questions answered in time at the first attempt, and at all. */
  inTimeAtFirst = 0;
  inTime = 0;
  /** Milliseconds of work, in all environments and in the fixed ones. */
  work = 0;
  fixedWork = 0;
  waited = 0;
  /** Milliseconds from the first to the last arrival. */
  span = 0;
  readonly latencies: Latencies;

  /** @param limit milliseconds after which an answer is late */
  constructor(limit: number) {
    this.latencies = new Latencies(limit);
  }

  count({ place, wait, busy, latency, isLate, lateChance, isRepeat }: Readonly<Attempt>): void {
    this.attempts += 1;
    this.repeats += isRepeat ? 1 : 0;
    this.onDemand += place === 'warm' || place === 'cold' ? 1 : 0;
    this.cold += place === 'cold' ? 1 : 0;
    this.rejected += place === 'rejected' ? 1 : 0;
    this.late += isLate ? 1 : 0;
    this.expectedLate += lateChance;
    this.inTime += isLate ? 0 : 1;
    this.inTimeAtFirst += isLate || isRepeat ? 0 : 1;
    this.work += busy;
    this.fixedWork += place === 'provisioned' ? busy : 0;
    this.waited += wait;
    this.latencies.count(latency);
  }

  /** Adds another, counted `weight` times. */
  add(other: Tally, weight = 1): void {
    for (const name of SUMS) {
      this[name] += other[name] * weight;
    }
    this.latencies.add(other.latencies, weight);
  }

  /** Share of the fixed environments' time that was worked. */
  utilisation(environments: number): number {
    return environments > 0 ? this.fixedWork / (this.span * environments) : 0;
  }
}

const SUMS = [
  'questions',
  'attempts',
  'repeats',
  'onDemand',
  'cold',
  'rejected',
  'late',
  'expectedLate',
  'inTimeAtFirst',
  'inTime',
  'work',
  'fixedWork',
  'waited',
  'span',
] as const;
