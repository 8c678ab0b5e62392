/** The record of one request: the source of its log line, its metrics and its response headers. */

export interface Summary {
  readonly prediction: string;
  /** Confidence of the prediction, 0 to 1, if the pipeline has one. */
  readonly confidence?: number;
  /** Whether the prediction is the reject label. */
  readonly rejected?: boolean;
}

/**
 * `hit`: the id had a response. `miss`: it had none. `too-large`: the response is too large for an entry. `degraded`: the store
 * was unavailable. `off`: there is no store, or the request has no id.
 */
export type CacheOutcome = 'hit' | 'miss' | 'too-large' | 'degraded' | 'off';

interface CacheReport {
  readonly outcome: CacheOutcome;
  readonly failure: string | undefined;
}

interface PredictionReport {
  readonly runs: readonly { readonly batch: number }[];
  readonly lacking: 'some members' | 'every member' | undefined;
}

/** Each step of a request sets its own fields. The fields of a step that the request does not reach keep their initial values. */
export class RequestRecord {
  readonly stages = new Stages();
  /** `method path` of the route, or of the request itself if it has no route. */
  route = '';
  isInference = false;
  /** Whether this is the first request of an execution environment that started while a caller waited. */
  readonly coldStart: boolean;
  /** Id from the transport: Lambda's request id, or, on one machine, the request's consecutive number. */
  readonly invocation: string;
  requestId: string | undefined;
  /** The caller's `x-request-id`, which connects log lines of several services. */
  traceId: string | undefined;
  bodyBytes: number | undefined;
  cache: CacheReport | undefined;
  prediction: PredictionReport | undefined;
  /** The prediction, from the members, the cache or the pipeline's fallback. */
  summary: Summary | undefined;
  status = 500;
  /** Whether the request is a health probe: there are many probes, and few are of interest. */
  isProbe = false;
  /** Name of the problem that ended the request, its detail in the response, and the error if the service failed. */
  problem: string | undefined;
  detail: string | undefined;
  error: Error | undefined;

  constructor(invocation: string, coldStart = false) {
    this.invocation = invocation;
    this.coldStart = coldStart;
  }

  get membersRun(): number {
    return this.prediction?.runs.length ?? 0;
  }

  /** Largest number of requests, this one included, in a batch of any member; undefined if the request always ran alone. */
  get batch(): number | undefined {
    let most = 1;
    for (const { batch } of this.prediction?.runs ?? []) if (batch > most) most = batch;
    return most > 1 ? most : undefined;
  }
}

export const STAGES = ['contract', 'cacheGet', 'queue', 'decode', 'predict', 'cachePut'] as const;
type Stage = (typeof STAGES)[number];

/** Milliseconds by stage, in the order in which the stages ran. A stage that did not run is absent. */
class Stages {
  readonly milliseconds: Partial<Record<Stage, number>> = {};
  readonly #started = performance.now();

  /** Runs a step and records its duration, even if it fails. */
  async time<T>(stage: Stage, work: () => T | Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
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
    for (const stage in this.milliseconds) {
      text += `${text === '' ? '' : ', '}${stage};dur=${this.milliseconds[stage as Stage]}`;
    }
    return text;
  }
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
