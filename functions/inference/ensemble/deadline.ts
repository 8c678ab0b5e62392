/** The milliseconds left of the caller's second. */

/**
 * A clock that runs evenly, whatever people and time servers set, and that all processes of a machine have in common
 * (`uv_hrtime`): deadlines travel from the front process to its workers.
 */
export function steadyMilliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** When a response is too late. */
export class Deadline {
  /** In milliseconds of `steadyMilliseconds()`. */
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  /** @param milliseconds from now; without the time that the request has waited before */
  static in(milliseconds: number): Deadline {
    return new Deadline(steadyMilliseconds() + milliseconds);
  }

  /** Negative once the response is late. */
  get millisecondsLeft(): number {
    return this.at - steadyMilliseconds();
  }
}
