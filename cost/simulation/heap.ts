/** A binary min-heap of numbers in a typed array that grows as needed. */
export class NumberHeap {
  #values = new Float64Array(64);
  size = 0;

  /** The smallest number; infinity when empty. */
  get smallest(): number {
    return this.size > 0 ? (this.#values[0] as number) : Number.POSITIVE_INFINITY;
  }

  push(value: number): void {
    if (this.size === this.#values.length) {
      const larger = new Float64Array(this.size * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    let child = this.size;
    this.size += 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      const above = this.#values[parent] as number;
      if (above <= value) {
        break;
      }
      this.#values[child] = above;
      child = parent;
    }
    this.#values[child] = value;
  }

  /** Removes the smallest number; infinity when empty. */
  pop(): number {
    const top = this.smallest;
    if (this.size === 0) {
      return top;
    }
    this.size -= 1;
    const last = this.#values[this.size] as number;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= this.size) {
        break;
      }
      if (child + 1 < this.size && (this.#values[child + 1] as number) < (this.#values[child] as number)) {
        child += 1;
      }
      const below = this.#values[child] as number;
      if (below >= last) {
        break;
      }
      this.#values[parent] = below;
      parent = child;
    }
    this.#values[parent] = last;
    return top;
  }
}
