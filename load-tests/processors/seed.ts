/**
 * Replaces this thread's `Math.random`, from which Artillery draws its arrivals and scenarios, by a generator that begins
 * at `seed`: Tommy Ettinger's mulberry32. Request ids are not drawn from it and stay unique.
 *
 * @param thread another one, another sequence
 */
export function seedChance(seed: number, thread: number): void {
  let state = (seed + Math.imul(thread, 0x9e3779b1)) >>> 0;
  Math.random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
