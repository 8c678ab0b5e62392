/** Bytes of memory that something in several parts gets at least, unless fewer are expected. */
const FIRST_ROOM = 65_536;
/** How much more than is needed now is set aside: it takes no memory before something is written there. */
const GROWTH = 4;

/**
 * Bytes that come in parts. Most come in one, which is not copied. However small the parts of others are, they take no more
 * room than their bytes.
 */
export class GatheredBytes {
  /** How many have come. */
  length = 0;
  readonly #expected: number;
  #bytes: Buffer = Buffer.alloc(0);

  /** @param expected how many there will be at most */
  constructor(expected: number) {
    this.#expected = expected;
  }

  add(part: Buffer): void {
    const needed = this.length + part.length;
    if (this.length === 0) {
      this.#bytes = part;
    } else {
      if (needed > this.#bytes.length) this.#grow(needed);
      part.copy(this.#bytes, this.length);
    }
    this.length = needed;
  }

  /** All that have come. */
  get bytes(): Buffer {
    return this.#bytes.length === this.length ? this.#bytes : this.#bytes.subarray(0, this.length);
  }

  #grow(needed: number): void {
    const room = Math.max(needed, Math.min(this.#expected, Math.max(FIRST_ROOM, GROWTH * needed)));
    const larger = Buffer.allocUnsafeSlow(room);
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}
