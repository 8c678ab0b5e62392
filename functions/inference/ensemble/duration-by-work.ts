/** Moving means of durations by amount of work. The deadline of a request is checked against them. */
import { NEWEST_SHARE, OUTLIER_FACTOR, RunningDuration } from '../telemetry/running-duration.ts';

/**
 * Durations in milliseconds, grouped by powers of two of the work. More work never counts as faster: if a larger
 * request ran while the machine was faster, the recent duration of a smaller one counts.
 */
export class DurationByWork {
  /** Durations by group. Key n has the works above 2^(n - 1) and up to 2^n. */
  readonly #durations = new Map<number, RunningDuration>();
  /** Groups whose duration is a guess. */
  readonly #guessed = new Set<number>();

  /**
   * Expected duration of the next run; 0 before the first one. A group without measurements is expected to take as
   * long as the next smaller group, in proportion, but no longer than the next larger group.
   * @param work as a multiple of the work of the warm-up
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

  /** Forgets all measurements and starts with a run of one unit of work. */
  restart(milliseconds: number): void {
    this.#durations.clear();
    this.#guessed.clear();
    this.#start(powerOf(1), milliseconds);
  }

  /** Like {@link restart}, but the next run with one unit of work replaces the value. */
  guess(milliseconds: number): void {
    this.restart(milliseconds);
    this.#guessed.add(powerOf(1));
  }

  /** The first measurement of a group counts in full, unless it is out of all proportion. */
  add(milliseconds: number, work: number): void {
    const power = powerOf(work);
    const measured = this.#durations.get(power);
    if (measured && !this.#guessed.delete(power)) measured.add(milliseconds);
    else this.#start(power, Math.min(milliseconds, OUTLIER_FACTOR * this.expected(work) || milliseconds));
  }

  /** Counts a skipped run as a fast one, so that a member is tried again after a slow period. */
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
