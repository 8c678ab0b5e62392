import { mulberry32 } from './mulberry32.ts';

/** A sequence of random values that is determined by its seed. */
export class Random {
  /** Returns a number from 0 to below 1. */
  readonly next: () => number;

  /** @param seed a 32-bit integer */
  constructor(seed: number) {
    this.next = mulberry32(seed);
  }

  /** A random integer from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @param list must not be empty */
  pick<Item>(list: readonly Item[]): Item {
    return list[this.whole(0, list.length - 1)] as Item;
  }
}
