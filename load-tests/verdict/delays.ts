import type { ExchangeRecord, StallRecord } from '../client/records.ts';

/** A stretch for which the load generator stood still, in milliseconds since 1970. */
interface Standstill {
  from: number;
  to: number;
  /** Milliseconds of all standstills before. */
  before: number;
}

/** Standstills so close to each other are one; an answer so soon after one was waiting for its end. */
const GRAIN_MILLISECONDS = 20;

/** How much of the latencies of a run is the load generator's own doing. */
export class Delays {
  readonly #standstills: Standstill[];
  readonly #longestLags: Map<ExchangeRecord, number>;

  constructor(exchanges: readonly ExchangeRecord[], stalls: readonly StallRecord[]) {
    this.#standstills = joined(stalls);
    this.#longestLags = longestLags(exchanges);
  }

  /**
   * Milliseconds for which the generator held up this very exchange: it left late, or nobody was there to notice its
   * answer. Standing still while there was none yet makes no difference.
   */
  own({ at, lagMilliseconds, milliseconds }: ExchangeRecord): number {
    const end = at + milliseconds;
    const last = this.#lastBefore(end);
    if (last === undefined || end - last.to > GRAIN_MILLISECONDS) return lagMilliseconds;
    return lagMilliseconds + Math.max(0, Math.min(end, last.to) - Math.max(last.from, at + lagMilliseconds));
  }

  /**
   * The most that the generator's delays can have added to a latency. Requests that leave late come in a burst, and a
   * queue before the service passes their delay on to those behind, but by no more than the longest one since it was
   * empty: if every arrival is put off by at most d, so is every departure.
   */
  most(record: ExchangeRecord): number {
    const { at, lagMilliseconds, milliseconds } = record;
    const stoodStill = this.#stoodStill(at + milliseconds) - this.#stoodStill(at + lagMilliseconds);
    return this.longestLag(record) + stoodStill;
  }

  /** The longest lag since the service had nothing to do, up to the time when it has nothing to do again. */
  longestLag(record: ExchangeRecord): number {
    return this.#longestLags.get(record) ?? record.lagMilliseconds;
  }

  /** Milliseconds of standing still up to a moment. */
  #stoodStill(moment: number): number {
    const last = this.#lastBefore(moment);
    return last === undefined ? 0 : last.before + Math.min(moment, last.to) - last.from;
  }

  /** The last standstill that began before a moment. */
  #lastBefore(moment: number): Standstill | undefined {
    let low = 0;
    let high = this.#standstills.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#standstills[middle] as Standstill).from < moment) low = middle + 1;
      else high = middle;
    }
    return this.#standstills[low - 1];
  }
}

function joined(stalls: readonly StallRecord[]): Standstill[] {
  const standstills: Standstill[] = [];
  for (const { at, milliseconds } of stalls.toSorted((first, second) => first.at - second.at)) {
    const last = standstills.at(-1);
    if (last !== undefined && at - last.to <= GRAIN_MILLISECONDS)
      last.to = Math.max(last.to, at + milliseconds);
    else standstills.push({ from: at, to: at + milliseconds, before: 0 });
  }
  let before = 0;
  for (const standstill of standstills) {
    standstill.before = before;
    before += standstill.to - standstill.from;
  }
  return standstills;
}

/** Of each exchange, the longest lag in its busy period: the time around it in which something was always under way. */
function longestLags(exchanges: readonly ExchangeRecord[]): Map<ExchangeRecord, number> {
  const lags = new Map<ExchangeRecord, number>();
  let period: ExchangeRecord[] = [];
  let longest = 0;
  let end = Number.NEGATIVE_INFINITY;
  const close = () => {
    for (const record of period) lags.set(record, longest);
    period = [];
    longest = 0;
  };
  for (const record of exchanges.toSorted((first, second) => first.at - second.at)) {
    if (record.at > end) close();
    period.push(record);
    longest = Math.max(longest, record.lagMilliseconds);
    end = Math.max(end, record.at + record.milliseconds);
  }
  close();
  return lags;
}
