/** Moving means of durations by amount of work. The deadline of a request is checked against them. */
import { movingMean, NEWEST_SHARE, OUTLIER_FACTOR } from '../telemetry/moving-mean.ts';

/**
 * Durations in milliseconds, grouped by powers of two of the work. More work never counts as faster. If the machine was faster
 * when a larger request ran, the longer duration of a smaller request counts for both.
 */
export class DurationByWork {
  /** Mean durations by group. Key n has the works above 2^(n - 1) and up to 2^n. */
  readonly #durations = new Map<number, number>();
  readonly #guessed = new Set<number>();

  /**
   * Expected duration of the next run; 0 before the first run. It is the longest mean of the run's group and of smaller groups.
   * If the run's group has no mean, this duration grows in proportion to the work, up to the mean of the next larger group. If
   * no smaller group has a mean either, the mean of the next larger group counts.
   * @param work as a multiple of the work of the warm-up
   */
  expected(work: number): number {
    const power = powerOf(work);
    let slowest = 0;
    let below = Number.NEGATIVE_INFINITY;
    let above = Number.POSITIVE_INFINITY;
    for (const [measured, mean] of this.#durations) {
      if (measured > power) above = Math.min(above, measured);
      else {
        below = Math.max(below, measured);
        slowest = Math.max(slowest, mean);
      }
    }
    const larger = this.#durations.get(above);
    const scaled = slowest * 2 ** (power - below);
    if (larger === undefined) return below === Number.NEGATIVE_INFINITY ? 0 : scaled;
    return below === Number.NEGATIVE_INFINITY ? larger : Math.min(scaled, Math.max(slowest, larger));
  }

  /** Forgets all measurements and starts with the duration of a run with one unit of work. */
  restart(milliseconds: number): void {
    this.#durations.clear();
    this.#guessed.clear();
    this.#durations.set(powerOf(1), milliseconds);
  }

  /** Does the same as {@link restart}, but the next run with one unit of work replaces the value. */
  guess(milliseconds: number): void {
    this.restart(milliseconds);
    this.#guessed.add(powerOf(1));
  }

  /** The first measurement of a group replaces its expected duration, but counts as at most `OUTLIER_FACTOR` times that. */
  add(milliseconds: number, work: number): void {
    const power = powerOf(work);
    const mean = this.#durations.get(power);
    const isFirst = mean === undefined || this.#guessed.delete(power);
    const next = isFirst
      ? Math.min(milliseconds, OUTLIER_FACTOR * this.expected(work) || milliseconds)
      : movingMean(mean, milliseconds);
    this.#durations.set(power, next);
  }

  /** Lowers the expected duration after a skipped run, so that a member is tried again after a slow period. */
  forgive(work: number): void {
    const power = powerOf(work);
    const forgiven = (1 - NEWEST_SHARE) * this.expected(work);
    if (!this.#durations.has(power)) {
      this.#guessed.add(power);
      this.#durations.set(power, forgiven);
    }
    for (const [measured, mean] of this.#durations) {
      if (measured <= power && mean > forgiven) this.#durations.set(measured, forgiven);
    }
  }
}

function powerOf(work: number): number {
  return Math.ceil(Math.log2(work));
}
