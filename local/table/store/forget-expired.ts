/** Deletes what has expired, a little at a time: DynamoDB does so too, within days. */
import type { ItemStore } from './item-store.ts';

/** A clock that is wrong for some hours costs no answer. */
const GRACE_SECONDS = 24 * 3600;
/** Items in one go, a few milliseconds of work. */
const PORTION = 100;
const INTERVAL_MILLISECONDS = 10_000;
/** While there is more of it. */
const PAUSE_MILLISECONDS = 100;

/** Goes on for as long as the process lives. */
export function forgetExpired(store: ItemStore): void {
  const again = (milliseconds: number) =>
    setTimeout(() => again(forgetPortion(store, Date.now() / 1000)), milliseconds);
  again(INTERVAL_MILLISECONDS);
}

/**
 * @param now seconds since 1970
 * @returns after how many milliseconds to go on
 */
export function forgetPortion(store: ItemStore, now: number): number {
  const forgotten = store.forget(Math.floor(now) - GRACE_SECONDS, PORTION);
  return forgotten === PORTION ? PAUSE_MILLISECONDS : INTERVAL_MILLISECONDS;
}
