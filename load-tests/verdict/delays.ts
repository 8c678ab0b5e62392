import { type ExchangeRecord, goodOf, inOrder, type StallRecord } from '../client/records.ts';
import { ascending, quantile } from './statistics.ts';

/** A stretch for which the load generator stood still, in milliseconds since 1970. */
interface Standstill {
  from: number;
  to: number;
  /** Milliseconds of all standstills before. */
  before: number;
}

/** Standstills so close to each other are one; a response so soon after one was waiting for its end. */
const GRAIN_MILLISECONDS = 20;

/**
 * A rush that piles up d seconds of arrivals is worked off after d × u / (1 − u), u being the utilisation: in ten times d up to 91 %.
 * What is late after that is so because of the service, even where it is never idle in between: when it hangs.
 */
const RUSH = 10;

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
   * response. Standing still while there was none yet makes no difference.
   */
  own({ at, lagMilliseconds, milliseconds }: ExchangeRecord): number {
    const end = at + milliseconds;
    const last = this.#lastBefore(end);
    if (last === undefined || end - last.to > GRAIN_MILLISECONDS) return lagMilliseconds;
    return lagMilliseconds + Math.max(0, Math.min(end, last.to) - Math.max(last.from, at + lagMilliseconds));
  }

  /**
   * The most that the generator's delays can have added to a latency: the standstills that it overlaps, and the longest lag
   * of the rush that it is in. Requests that leave late come in a rush, and a queue before the service passes their delay on
   * to those behind, but by no more than the longest one: if every arrival is put off by at most d, so is every departure.
   */
  most(record: ExchangeRecord): number {
    const { at, lagMilliseconds, milliseconds } = record;
    const stoodStill = this.#stoodStill(at + milliseconds) - this.#stoodStill(at + lagMilliseconds);
    return this.longestLag(record) + stoodStill;
  }

  /** The longest lag of the rush that a request is in; its own where it is in none. */
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
 * Gives for each exchange the longest lag of the rush that it is in. A rush begins with a request that leaves late, and is over
 * when nothing is under way, when a good response is as fast as the median of the run, or after ten times its longest lag: what is
 * late after that would have been late without it.
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
