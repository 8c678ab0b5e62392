/**
 * The sfc32 generator: 128 bits of state. It passes PractRand, and takes only a small part of a simulation's time.
 * (C. Doty-Humphrey, PractRand 0.93.) The same seed gives the same sequence.
 */
export class Random {
  readonly #state: Int32Array;

  constructor(seed: number) {
    this.#state = Int32Array.of(0x9e3779b9, 0x243f6a88, seed, 1);
    for (let warmUp = 0; warmUp < 12; warmUp += 1) {
      this.next();
    }
  }

  /** A number in [0, 1). */
  next(): number {
    const state = this.#state as unknown as [number, number, number, number];
    const sum = (state[0] + state[1] + state[3]) | 0;
    state[3] += 1;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = state[2] + (state[2] << 3);
    state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean;
  }
}
