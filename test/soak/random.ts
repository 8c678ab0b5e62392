import { mulberry32 } from '../../project/mulberry32.ts';

/** What is drawn from a seed: in the same order, the same. */
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

  /** The same items in another order (Fisher and Yates). */
  shuffled<Item>(list: readonly Item[]): Item[] {
    const items = [...list];
    for (let last = items.length - 1; last > 0; last -= 1) {
      const other = this.whole(0, last);
      [items[last], items[other]] = [items[other] as Item, items[last] as Item];
    }
    return items;
  }
}
