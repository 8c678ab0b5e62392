import { AsyncLocalStorage } from 'node:async_hooks';

/** Follows an arrival through Artillery to the function of its virtual user. */
const arrival = new AsyncLocalStorage<number>();

/** Does what an arrival leads to. @param due when it should have happened, in milliseconds since 1970 */
export function arriveAt(due: number, task: () => void): void {
  arrival.run(due, task);
}

/** When the arrival that led here was due; undefined where it was not planned by a calm timer. */
export function dueTime(): number | undefined {
  return arrival.getStore();
}
