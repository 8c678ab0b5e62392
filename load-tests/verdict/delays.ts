import { type ExchangeRecord, goodOf, inOrder, type StallRecord } from '../client/records.ts';
import { ascending, quantile } from './statistics.ts';

/** A stall of the load generator, in milliseconds since 1970. */
interface Standstill {
  from: number;
  to: number;
  /** Milliseconds of all earlier stalls. */
  before: number;
}

/** Two stalls closer together than this count as one. A response sooner than this after a stall counts as delayed by it. */
const GRAIN_MILLISECONDS = 20;

/**
 * A rush is a group of requests that leave together, because the load generator was late. This is the longest duration of a
 * rush, as a multiple of its longest lag. At a utilisation u, a service works off a rush of d seconds of arrivals within
 * d × u / (1 − u): ten times d at 91 %. The service itself causes later delays, even if it was never idle, for example because
 * it hangs.
 */
const RUSH = 10;

/** The part of a run's latencies that the load generator itself caused. */
export class Delays {
  readonly #standstills: Standstill[];
  readonly #longestLags: Map<ExchangeRecord, number>;

  constructor(exchanges: readonly ExchangeRecord[], stalls: readonly StallRecord[]) {
    this.#standstills = joined(stalls);
    this.#longestLags = longestLags(exchanges);
  }

  /**
   * Milliseconds by which the generator delayed this exchange: the lag of the request, plus the part of the last stall between
   * the request's departure and its response. A stall that ended more than `GRAIN_MILLISECONDS` before the response is left out.
   */
  own({ at, lagMilliseconds, milliseconds }: ExchangeRecord): number {
    const end = at + milliseconds;
    const last = this.#lastBefore(end);
    if (last === undefined || end - last.to > GRAIN_MILLISECONDS) return lagMilliseconds;
    return lagMilliseconds + Math.max(0, Math.min(end, last.to) - Math.max(last.from, at + lagMilliseconds));
  }

  /**
   * Upper bound of the generator's share of a latency: the stalls during the exchange plus the longest lag of its rush.
   * Requests that leave late arrive in a rush, and a queue of the service delays the requests behind them. If every arrival is
   * delayed by at most d, so is every response. So the longest lag bounds the delay of every request.
   */
  most(record: ExchangeRecord): number {
    const { at, lagMilliseconds, milliseconds } = record;
    const stoodStill = this.#stoodStill(at + milliseconds) - this.#stoodStill(at + lagMilliseconds);
    return this.longestLag(record) + stoodStill;
  }

  /** The longest lag so far of the rush that the request belongs to; the request's own lag outside of a rush. */
  longestLag(record: ExchangeRecord): number {
    return this.#longestLags.get(record) ?? record.lagMilliseconds;
  }

  /** Milliseconds of stalls up to a time. */
  #stoodStill(moment: number): number {
    const last = this.#lastBefore(moment);
    return last === undefined ? 0 : last.before + Math.min(moment, last.to) - last.from;
  }

  /** The last stall that began before a time. */
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
  for (const { at, milliseconds } of inOrder(stalls)) {
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

/**
 * Computes for each exchange the longest lag of its rush so far. A rush begins with a request that leaves late. It ends when
 * nothing is in flight, when a good response is as fast as the run's median, or after `RUSH` times its longest lag, because the
 * rush does not cause later delays.
 */
function longestLags(exchanges: readonly ExchangeRecord[]): Map<ExchangeRecord, number> {
  const usual = quantile(ascending(goodOf(exchanges).map(({ milliseconds }) => milliseconds)), 0.5);
  const lags = new Map<ExchangeRecord, number>();
  let longest = 0;
  let over = Number.NEGATIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const record of inOrder(exchanges)) {
    const { at, lagMilliseconds, milliseconds, error } = record;
    if (at > end || at > over) longest = 0;
    if (lagMilliseconds >= longest) {
      longest = lagMilliseconds;
      over = at + lagMilliseconds + RUSH * lagMilliseconds;
    }
    lags.set(record, longest);
    if (error === undefined && milliseconds <= usual) longest = 0;
    end = Math.max(end, at + milliseconds);
  }
  return lags;
}
