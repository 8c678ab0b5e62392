import type { ExchangeRecord } from '../../client/records.ts';
import { quantile } from '../../verdict/statistics.ts';
import type { Seen } from '../measurements.ts';

/** What each sample was answered, by its name, and how often. */
export type AnswersOfSamples = Record<string, Record<string, number>>;

/** Adds `times` answers to what a sample was answered. */
export function countAnswer(all: AnswersOfSamples, sample: string, answer: string, times: number): void {
  const given = all[sample] ?? {};
  given[answer] = (given[answer] ?? 0) + times;
  all[sample] = given;
}

/** How a service says that it does not take a question now. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([429, 503]);

/** Counts what happens in a stretch of time. All times in milliseconds by one clock. */
export class Tally {
  readonly answers: AnswersOfSamples = {};
  readonly #begins: number;
  readonly #ends: number;
  readonly #limit: number;
  readonly #latencies: number[] = [];
  #inTime = 0;
  readonly #counts = { late: 0, refused: 0, lost: 0, labelled: 0, right: 0 };
  readonly #failures: Record<string, number> = {};

  constructor(begins: number, ends: number, limit: number) {
    this.#begins = begins;
    this.#ends = ends;
    this.#limit = limit;
  }

  /** Takes a question into account that left and came back at these times, if it belongs to the stretch. */
  add(left: number, back: number, record: ExchangeRecord): void {
    const isGood = record.error === undefined;
    const isInTime = isGood && record.milliseconds <= this.#limit;
    // Throughput is what came in the stretch, latency that of what left in it: what is under way at its ends
    // is counted neither twice nor left out.
    if (isInTime && back >= this.#begins && back < this.#ends) this.#inTime += 1;
    if (left < this.#begins || left >= this.#ends) return;
    this.#latencies.push(isGood ? record.milliseconds : Number.POSITIVE_INFINITY);
    if (isGood) this.#addAnswer(record, isInTime);
    else this.#addFailure(record);
  }

  seen(clients: number, generatorBusy: number): Seen {
    const sorted = this.#latencies.toSorted((one, other) => one - other);
    const seconds = (this.#ends - this.#begins) / 1000;
    const at = (share: number) => {
      const value = quantile(sorted, share);
      return Number.isFinite(value) ? value : null;
    };
    return {
      clients,
      seconds,
      questions: sorted.length,
      answersPerSecond: this.#inTime / seconds,
      ...this.#counts,
      failures: this.#failures,
      p50: at(0.5),
      p99: at(0.99),
      generatorBusy,
    };
  }

  #addAnswer({ sample, answer = '', label }: ExchangeRecord, isInTime: boolean): void {
    if (!isInTime) this.#counts.late += 1;
    if (label !== undefined) this.#counts.labelled += 1;
    if (label !== undefined && label === answer) this.#counts.right += 1;
    countAnswer(this.answers, sample, answer, 1);
  }

  #addFailure({ status, error = 'no answer' }: ExchangeRecord): void {
    if (REFUSALS.has(status)) this.#counts.refused += 1;
    else this.#counts.lost += 1;
    this.#failures[error] = (this.#failures[error] ?? 0) + 1;
  }
}
