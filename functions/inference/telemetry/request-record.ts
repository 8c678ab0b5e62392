/** What is known of one request when it ends: the source of its log line, its metrics and its headers. */

export interface Summary {
  readonly prediction: string;
  /** 0 to 1, where there is such a thing. */
  readonly confidence?: number;
  /** The output stands for none of those that there are. */
  readonly rejected?: boolean;
}

/**
 * `hit`: the id had a response. `too-large`: no entry holds the response. `degraded`: the store was out of reach. `off`: there is
 * none, or the request has no id.
 */
export type CacheOutcome = 'hit' | 'miss' | 'too-large' | 'degraded' | 'off';

interface CacheReport {
  readonly outcome: CacheOutcome;
  /** Why the store was of no use, where it was of none. */
  readonly failure: string | undefined;
}

interface PredictionReport {
  readonly runs: readonly { readonly batch: number }[];
  readonly lacking: 'some members' | 'every member' | undefined;
}

/** Filled in on the way; what a request does not come to stays undefined. */
export class RequestRecord {
  readonly stages = new Stages();
  /** `method path` of the route that responds; of the request itself where there is none. */
  route = '';
  isInference = false;
  /** The first request of an execution environment that a caller waited for. */
  readonly coldStart: boolean;
  /** Id that whatever carries the request gave it. */
  readonly invocation: string;
  requestId: string | undefined;
  /** The caller's `x-request-id`, which ties log lines of several services together. */
  traceId: string | undefined;
  bodyBytes: number | undefined;
  cache: CacheReport | undefined;
  prediction: PredictionReport | undefined;
  /** What the response says, whether members or the cache gave it. */
  summary: Summary | undefined;
  status = 500;
  /** Name of the problem that ended it, and what went wrong if it was our fault. */
  problem: string | undefined;
  error: Error | undefined;

  constructor(invocation: string, coldStart = false) {
    this.invocation = invocation;
    this.coldStart = coldStart;
  }

  get membersRun(): number {
    return this.prediction?.runs.length ?? 0;
  }

  /** Requests that ran together with this one, itself included: the most of any member; undefined where it ran alone. */
  get batch(): number | undefined {
    let most = 1;
    for (const { batch } of this.prediction?.runs ?? []) if (batch > most) most = batch;
    return most > 1 ? most : undefined;
  }
}

export const STAGES = ['contract', 'cacheGet', 'queue', 'decode', 'predict', 'cachePut'] as const;
type Stage = (typeof STAGES)[number];

/** Milliseconds by stage, in the order of the steps; a step that did not happen is absent. */
class Stages {
  readonly milliseconds: Partial<Record<Stage, number>> = {};
  readonly #started = performance.now();

  /** Runs a step and notes how long it took, also when it fails. */
  async time<T>(stage: Stage, work: () => T | Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.set(stage, performance.now() - started);
    }
  }

  /** The same for a step that waits for nothing. */
  timeNow<T>(stage: Stage, work: () => T): T {
    const started = performance.now();
    try {
      return work();
    } finally {
      this.set(stage, performance.now() - started);
    }
  }

  set(stage: Stage, milliseconds: number): void {
    this.milliseconds[stage] = rounded(milliseconds);
  }

  get total(): number {
    return rounded(performance.now() - this.#started);
  }

  get serverTiming(): string {
    let text = '';
    for (const stage of STAGES) {
      const milliseconds = this.milliseconds[stage];
      if (milliseconds !== undefined) text += `${text === '' ? '' : ', '}${stage};dur=${milliseconds}`;
    }
    return text;
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
