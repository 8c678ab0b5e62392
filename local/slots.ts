/**
 * Items in flight by number. They are not in a `Map` or `Set`, because V8 replaces the table inside it every few additions, and a
 * replaced table refers to the next one. Once one table is in V8's old generation, the frequent small garbage collections keep all
 * later tables with their items, and copy every request of the last seconds.
 */
export class Slots<Item extends object> implements Iterable<readonly [number: number, item: Item]> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#items.length - this.#free.length;
  }

  /** @returns the item's number, which is used again after the item is deleted */
  add(item: Item): number {
    const number = this.#free.pop() ?? this.#items.length;
    this.#items[number] = item;
    return number;
  }

  get(number: number): Item | undefined {
    return this.#items[number];
  }

  delete(number: number): void {
    if (this.#items[number] === undefined) return;
    this.#items[number] = undefined;
    this.#free.push(number);
  }

  *[Symbol.iterator](): Generator<readonly [number: number, item: Item]> {
    for (const [number, item] of this.#items.entries()) if (item) yield [number, item];
  }
}
