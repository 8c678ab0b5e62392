import type { ContractClient, ContractRequest, Sample } from '../../functions/inference/contracts/client.ts';
import type { RequestSource } from '../../model-repository/request-source.ts';
import { now } from '../client/clock.ts';
import { judgedSamples } from '../client/judged-samples.ts';
import { type NewRequest, newRequest } from '../client/new-request.ts';
import { openRecordFile } from '../client/record-file.ts';
import type { ExchangeRecord, LoadRecord } from '../client/records.ts';
import { type SendOptions, send } from '../client/send.ts';
import { watchGenerator } from './generator-watch.ts';
import type { Settings } from './settings.ts';

/** Options that differ between the requests of a run. */
type SendPlan = Pick<SendOptions, 'attempt' | 'due' | 'timeoutMilliseconds'>;

/** Time-out of requests in all scenarios except `organizer`. */
export const PATIENCE_MILLISECONDS = 10_000;

/** State that the virtual users of one Artillery worker share. */
export class LoadRun {
  readonly settings: Settings;
  /** The latest requests that got a good response after the warm-up. Repeats are drawn from these requests. */
  readonly repeatable: NewRequest[] = [];
  readonly #client: ContractClient;
  readonly #samples: readonly Sample[];
  readonly #pipeline: string;
  readonly #record: (record: LoadRecord) => void;
  /** End of the warm-up, in milliseconds since 1970. */
  readonly #warmUpEnd: number;
  readonly #deadline: number;
  #sent = 0;
  /**
   * Index of the next sample. The first index is random, because each worker has a run of its own. If all runs began at
   * the same sample, none might reach the last samples.
   */
  #next: number;

  constructor(settings: Settings, { client, samples, manifest }: Omit<RequestSource, 'directory'>) {
    this.settings = settings;
    this.#client = client;
    this.#samples = judgedSamples(samples);
    this.#pipeline = manifest.pipeline;
    this.#record = openRecordFile(settings.records);
    this.#next = Math.floor(Math.random() * samples.length);
    const began = now();
    // Without a warm-up, all requests count, even those that were due before this object was made.
    this.#warmUpEnd = settings.warmUp === 0 ? 0 : began + settings.warmUp * 1000;
    this.#deadline = began + (settings.warmUp + (settings.seconds ?? Number.POSITIVE_INFINITY)) * 1000;
    watchGenerator((record) => this.recordFrom(record.at, record));
  }

  /** False once all requests have been sent or the time is over. */
  get more(): boolean {
    const { count = Number.POSITIVE_INFINITY } = this.settings;
    return this.#sent < count && now() < this.#deadline;
  }

  /** Whether a request with this due time belongs to the warm-up. The run sends requests of the warm-up without counting them. */
  isWarmUp(due = now()): boolean {
    return due < this.#warmUpEnd;
  }

  /** Writes a record, unless the time `due` lies in the warm-up. */
  recordFrom(due: number, record: LoadRecord): void {
    if (!this.isWarmUp(due)) this.#record(record);
  }

  /** A new request with the next sample; undefined if no more requests may be sent. */
  nextRequest(): NewRequest | undefined {
    if (!this.take()) return undefined;
    return newRequest(this.#samples[this.#next++ % this.#samples.length] as Sample, this.#pipeline);
  }

  /** A valid request of the contract. The run does not count it. */
  goodRequest(): ContractRequest {
    const { id, sample } = newRequest(this.#samples[0] as Sample, this.#pipeline);
    return this.#client.request(sample, id, 0);
  }

  /** Counts a new or repeated request, unless the run is warming up. @returns false if no more requests may be sent */
  take(): boolean {
    if (!this.more) return false;
    if (!this.isWarmUp()) this.#sent++;
    return true;
  }

  /** Sends a request with this run's settings. */
  async send(request: NewRequest, options: Partial<SendPlan> = {}): Promise<ExchangeRecord> {
    const { service } = this.settings;
    const due = options.due ?? now();
    const plan: SendPlan = { attempt: 1, timeoutMilliseconds: PATIENCE_MILLISECONDS, ...options, due };
    const record = (line: LoadRecord) => this.recordFrom(due, line);
    return send(request, { ...plan, service, client: this.#client, record });
  }
}
