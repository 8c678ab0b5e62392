import { mulberry32 } from '../../project/mulberry32.ts';

/**
 * Replaces this thread's `Math.random`, from which Artillery draws its arrivals and scenarios, by a generator that begins
 * at `seed`. Request ids are not drawn from it and stay unique.
 *
 * @param thread another one, another sequence
 */
export function seedChance(seed: number, thread: number): void {
  Math.random = mulberry32(seed + Math.imul(thread, 0x9e3779b1));
}
