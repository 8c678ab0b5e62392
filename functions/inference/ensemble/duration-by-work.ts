/** Moving means of durations by amount of work, which the deadline is checked against where requests differ. */
import { NEWEST_SHARE, OUTLIER_FACTOR, RunningDuration } from '../telemetry/running-duration.ts';

/**
 * Durations in milliseconds of work between powers of two. More work is never expected to take less time: where a
 * larger request ran on a faster day, the recent smaller one counts.
 */
export class DurationByWork {
  /** By the power of two that is the most work of each. */
  readonly #durations = new Map<number, RunningDuration>();
  /** Those that nobody has measured yet. */
  readonly #guessed = new Set<number>();

  /**
   * What the next run is expected to take; 0 before the first one.
   *
   * For an amount of work that was not measured yet: what the next smaller one takes, in proportion, but no more than
   * the next larger one takes.
   *
   * @param work as a multiple of what members were warmed up with
   */
  expected(work: number): number {
    const power = powerOf(work);
    let slowest = 0;
    let below = Number.NEGATIVE_INFINITY;
    let above = Number.POSITIVE_INFINITY;
    for (const [measured, { expected }] of this.#durations) {
      if (measured > power) above = Math.min(above, measured);
      else {
        below = Math.max(below, measured);
        slowest = Math.max(slowest, expected);
      }
    }
    const larger = this.#durations.get(above)?.expected;
    const scaled = slowest * 2 ** (power - below);
    if (larger === undefined) return below === Number.NEGATIVE_INFINITY ? 0 : scaled;
    return below === Number.NEGATIVE_INFINITY ? larger : Math.min(scaled, Math.max(slowest, larger));
  }

  /** Forgets what was measured and starts from a run with one unit of work. */
  restart(milliseconds: number): void {
    this.#durations.clear();
    this.#guessed.clear();
    this.#start(powerOf(1), milliseconds);
  }

  /** The same, until the next run with one unit of work shows what it takes. */
  guess(milliseconds: number): void {
    this.restart(milliseconds);
    this.#guessed.add(powerOf(1));
  }

  /** The first one of its amount of work counts in full, unless it is out of all proportion. */
  add(milliseconds: number, work: number): void {
    const power = powerOf(work);
    const measured = this.#durations.get(power);
    if (measured && !this.#guessed.delete(power)) measured.add(milliseconds);
    else this.#start(power, Math.min(milliseconds, OUTLIER_FACTOR * this.expected(work) || milliseconds));
  }

  /** Counts a run that was left out as a fast one, so that a member is tried again after a bad spell. */
  forgive(work: number): void {
    const power = powerOf(work);
    const forgiven = (1 - NEWEST_SHARE) * this.expected(work);
    if (!this.#durations.has(power)) {
      this.#guessed.add(power);
      this.#start(power, forgiven);
    }
    for (const [measured, duration] of this.#durations) {
      if (measured <= power && duration.expected > forgiven) duration.restart(forgiven);
    }
  }

  #start(power: number, milliseconds: number): void {
    const duration = new RunningDuration();
    duration.restart(milliseconds);
    this.#durations.set(power, duration);
  }
}

function powerOf(work: number): number {
  return Math.ceil(Math.log2(work));
}
