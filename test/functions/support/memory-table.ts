/** A table of answers in memory, shared by as many environments as a test likes, that can be made to fail. */
import type { AnswerTable } from '../../../functions/inference/cache/answer-table.ts';
import {
  type Remembered,
  readUnits,
  type Units,
  writeUnits,
} from '../../../functions/inference/cache/remembered.ts';

export class MemoryTable implements AnswerTable {
  readonly items = new Map<string, Remembered>();
  calls = 0;
  /** `lost`: the write happens, the acknowledgement does not arrive. */
  fault: 'none' | 'refused' | 'silent' | 'lost' = 'none';

  async read(key: string, units: Units, signal: AbortSignal): Promise<Remembered | undefined> {
    await this.#call(signal);
    units.read += readUnits(this.items.get(key), false);
    return this.items.get(key);
  }

  async writeFirst(item: Remembered, now: number, units: Units, signal: AbortSignal): Promise<Remembered> {
    if (this.fault !== 'lost') await this.#call(signal);
    units.write += writeUnits(item);
    const earlier = this.items.get(item.key);
    const first = earlier && earlier.expires >= now ? earlier : item;
    this.items.set(item.key, first);
    if (this.fault === 'lost') await this.#call(signal);
    return first;
  }

  async #call(signal: AbortSignal): Promise<void> {
    this.calls += 1;
    await Promise.resolve();
    if (this.fault === 'refused' || this.fault === 'lost') throw new Error('connection refused');
    if (this.fault === 'silent') await new Promise((_, reject) => signal.addEventListener('abort', reject));
  }
}
