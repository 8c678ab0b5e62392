/** The interface between a service and what runs the members: an ensemble in this process, or a pool of workers. */
import type { Vote } from '../pipelines/pipeline.ts';

export interface PredictOptions {
  readonly deadline: Deadline;
  /** Expected milliseconds of the work that follows the prediction. */
  readonly millisecondsAfter: number;
  /** Whether to explain all votes. If so, members that can no longer change the output run, too. */
  readonly explain: boolean;
  /** Address of the caller. Waiting callers get equal shares of the workers. @default all requests come from one caller */
  readonly client?: string | undefined;
  /** Whether the caller has gone. @default never */
  readonly isAbandoned?: (() => boolean) | undefined;
  /**
   * If the deadline passes while a worker has the request, the pool of workers calls this function, perhaps more than once.
   * The prediction is then only for the cache.
   * @default not called
   */
  readonly onLate?: (() => void) | undefined;
}

/** The result of an ensemble for one input. It can be cloned between processes. */
export interface Prediction {
  readonly output: unknown;
  /** The members' runs, in the order of the members. `decidedAfter` and `lacking` say why other members did not run. */
  readonly runs: readonly Pick<Vote<unknown>, 'name' | 'milliseconds' | 'batch'>[];
  /** Number of votes after which no further vote could change the output; undefined if further votes could. */
  readonly decidedAfter: number | undefined;
  /** Members that might have changed the output and did not run: time was short, or they cannot run on the input. */
  readonly lacking: 'some members' | 'every member' | undefined;
  /** The explanation of the votes as JSON, if the request asks for it. */
  readonly explanation: Readonly<Record<string, unknown>> | undefined;
  /** Duration of each step in milliseconds. Only a pool of workers sets `queue`: the time in its queue and between processes. */
  readonly milliseconds: { readonly queue?: number; readonly decode: number; readonly predict: number };
}

export interface Predictor {
  /**
   * @param input made by a contract
   * @throws {Problem} if the input cannot be decoded, or a prediction cannot be made before the deadline
   */
  predict(input: unknown, options: PredictOptions): Promise<Prediction>;
  /** Whether new predictions can begin, either now or after the waiting predictions. @default always */
  isReady?(): boolean | Promise<boolean>;
}

/**
 * A monotonic clock that all processes of a machine share (`uv_hrtime`), because deadlines travel from the front process to its
 * workers.
 */
export function steadyMilliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export class Deadline {
  /** Time of the deadline, in milliseconds of `steadyMilliseconds()`. */
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  /** @param milliseconds time from now to the deadline. It does not include the time that the request has already waited. */
  static in(milliseconds: number): Deadline {
    return new Deadline(steadyMilliseconds() + milliseconds);
  }

  /** Milliseconds until the deadline; negative once it has passed. */
  get millisecondsLeft(): number {
    return this.at - steadyMilliseconds();
  }
}
