import { mulberry32 } from '../../project/mulberry32.ts';

/** A sequence of random values, which is the same for the same seed. */
export class Random {
  /** At least 0 and below 1. */
  readonly next: () => number;

  /** @param seed a whole number of 32 bits */
  constructor(seed: number) {
    this.next = mulberry32(seed);
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @param list not empty */
  pick<Item>(list: readonly Item[]): Item {
    return list[this.whole(0, list.length - 1)] as Item;
  }
}
