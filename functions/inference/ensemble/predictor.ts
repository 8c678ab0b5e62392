/** The port between a service and whatever runs the members: an ensemble in this process, or a pool of workers. */

export interface PredictOptions {
  readonly deadline: Deadline;
  /** Milliseconds that what comes after the prediction is expected to take. */
  readonly millisecondsAfter: number;
  /** Runs the members that can no longer change the output, too, and explains all votes. */
  readonly explain: boolean;
  /** Whom the input is of, such as an address: clients that wait get equal shares. @default all are one */
  readonly client?: string | undefined;
  /** Whether nobody waits for the prediction any more. @default never */
  readonly isAbandoned?: (() => boolean) | undefined;
  /** Called at the deadline while there is no prediction; the one that comes later is for the cache. @default not called */
  readonly onLate?: (() => void) | undefined;
}

export interface MemberRun {
  readonly name: string;
  /** Of the run, which may have been of several requests. */
  readonly milliseconds: number;
  readonly batch: number;
}

/** What an ensemble makes of one input. Structured clones of it can be sent between processes. */
export interface Prediction {
  readonly output: unknown;
  /** In the order in which they ran; fewer than there are when the output was decided or time was short. */
  readonly runs: readonly MemberRun[];
  /** Number of votes after which no other could change the output; undefined while one could. */
  readonly decidedAfter: number | undefined;
  /** Members that might have changed the output and were left out, because time was short. */
  readonly lacking: 'some members' | 'every member' | undefined;
  /** The explanation of the votes for people, as JSON, where the request wants it. */
  readonly explanation: Readonly<Record<string, unknown>> | undefined;
  /** How long each step took, in milliseconds; `queue` where the input had to wait for a worker. */
  readonly milliseconds: { readonly queue?: number; readonly decode: number; readonly predict: number };
}

export interface Predictor {
  /**
   * @param input as contracts make it
   * @throws {Problem} where the input cannot be decoded, or a prediction cannot be made before the deadline
   */
  predict(input: unknown, options: PredictOptions): Promise<Prediction>;
  /** Whether a prediction would begin now or after what waits. @default it always would */
  isReady?(): boolean | Promise<boolean>;
}

/**
 * A clock that runs evenly, whatever people and time servers set, and that all processes of a machine have in common
 * (`uv_hrtime`): deadlines travel from the front process to its workers.
 */
export function steadyMilliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

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
