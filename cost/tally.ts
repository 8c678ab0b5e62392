import type { Place } from './fleet.ts';
import type { SimulationInput } from './simulation-input.ts';

const WINDOWS = 10;

/** One stretch of a simulated run. */
export interface Window {
  /** Attempts sent in it, first ones and repeats. */
  attempts: number;
  repeats: number;
  /** Attempts of it that were answered too late or refused. */
  late: number;
}

/** What happened in a simulated run. */
export class Tally {
  readonly questions: number;
  /** Length of the run by its rate, in milliseconds. */
  readonly span: number;
  attempts = 0;
  repeats = 0;
  onDemand = 0;
  cold = 0;
  rejected = 0;
  /** Attempts answered too late or refused. */
  late = 0;
  /** Questions answered in time at the first attempt, and at all. */
  inTimeAtFirst = 0;
  inTime = 0;
  /** Milliseconds of work in provisioned environments. */
  busy = 0;
  /** When the last answer went out. */
  end = 0;
  readonly windows: Window[] = [];
  readonly #environments: number;
  #latencies: Float64Array;
  #sorted = false;

  constructor(input: Pick<SimulationInput, 'questions' | 'warmUp' | 'environments'>, span: number) {
    this.questions = input.questions - input.warmUp;
    this.#environments = input.environments;
    this.span = span;
    this.#latencies = new Float64Array(input.questions);
    for (let index = 0; index < WINDOWS; index += 1) {
      this.windows.push({ attempts: 0, repeats: 0, late: 0 });
    }
  }

  /** Notes one attempt. */
  count(now: number, place: Place, latency: number, busy: number, late: boolean, isRepeat: boolean): void {
    if (this.attempts === this.#latencies.length) {
      const larger = new Float64Array(this.attempts * 2);
      larger.set(this.#latencies);
      this.#latencies = larger;
    }
    this.#latencies[this.attempts] = latency;
    this.attempts += 1;
    this.repeats += isRepeat ? 1 : 0;
    this.onDemand += place === 'warm' || place === 'cold' ? 1 : 0;
    this.cold += place === 'cold' ? 1 : 0;
    this.rejected += place === 'rejected' ? 1 : 0;
    this.busy += place === 'provisioned' ? busy : 0;
    this.end = Number.isFinite(latency) ? Math.max(this.end, now + latency) : this.end;
    this.late += late ? 1 : 0;
    this.inTime += late ? 0 : 1;
    this.inTimeAtFirst += late || isRepeat ? 0 : 1;
    const window = this.windows[Math.min(WINDOWS - 1, Math.floor((now / this.span) * WINDOWS))] as Window;
    window.attempts += 1;
    window.repeats += isRepeat ? 1 : 0;
    window.late += late ? 1 : 0;
  }

  /** Latency in milliseconds below which this share of all attempts lies; infinite where it falls on refused ones. */
  quantile(share: number): number {
    const known = this.#latencies.subarray(0, this.attempts);
    if (!this.#sorted) {
      known.sort();
      this.#sorted = true;
    }
    return known[Math.min(this.attempts - 1, Math.ceil(share * this.attempts) - 1)] as number;
  }

  /** Share of the provisioned environments' time that was worked. */
  get utilisation(): number {
    return this.#environments > 0 ? this.busy / (Math.max(this.span, this.end) * this.#environments) : 0;
  }
}
