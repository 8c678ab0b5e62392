/** What the result cache asks of a table. */
import type { Remembered, Units } from './remembered.ts';

/** Both reject when the table cannot be reached, is throttled, or the signal is aborted. */
export interface AnswerTable {
  /** The item with this key, possibly not the very latest state. */
  read(key: string, units: Units, signal: AbortSignal): Promise<Remembered | undefined>;
  /**
   * Writes an item unless there is one with its key that has not expired.
   *
   * @param now seconds since 1970
   * @returns the item that the table holds now: this one, or the one that was first
   */
  writeFirst(item: Remembered, now: number, units: Units, signal: AbortSignal): Promise<Remembered>;
}

/** Asks a table something that it does not know. @throws when it does not answer */
export async function probe(table: AnswerTable, signal: AbortSignal): Promise<void> {
  await table.read('probe', { read: 0, write: 0 }, signal);
}
