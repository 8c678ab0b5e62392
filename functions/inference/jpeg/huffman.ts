/** Huffman codes and the bits they come in (ITU-T T.81, annex F.2.2). */

/** Codes up to this length, nearly all of them, are found in one step. */
const SHORT = 9;

/** A table of codes, made for decoding. */
export interface HuffmanTable {
  /** By the next 9 bits: `length << 8 | symbol`; 0 where the code is longer, or none. */
  readonly short: Uint16Array;
  /** By length: one more than the last code of that length, moved to the left of 16 bits. */
  readonly limits: Int32Array;
  /** By length: what to add to a code to find its symbol. */
  readonly offsets: Int32Array;
  readonly symbols: Uint8Array;
}

/**
 * Prepares a table.
 *
 * @param definition the numbers of codes of length 1 to 16, then the symbols
 * @returns undefined when the codes do not fit into their lengths, as libjpeg sees it
 */
export function huffmanTable(definition: Uint8Array): HuffmanTable | undefined {
  const short = new Uint16Array(1 << SHORT);
  const limits = new Int32Array(17);
  const offsets = new Int32Array(17);
  const symbols = definition.subarray(16);
  let code = 0;
  let symbol = 0;
  for (let length = 1; length <= 16; length++) {
    const count = definition[length - 1] as number;
    offsets[length] = symbol - code;
    // No code is all ones (annex C.2).
    if (code + count >= 1 << length) return undefined;
    for (let index = 0; index < count; index++, code++, symbol++) {
      if (length > SHORT) continue;
      const from = code << (SHORT - length);
      short.fill((length << 8) | (symbols[symbol] as number), from, from + (1 << (SHORT - length)));
    }
    limits[length] = code << (16 - length);
    code <<= 1;
  }
  return { short, limits, offsets, symbols };
}

/** Reads bits, most significant first. Past the end, or at a marker, there are zeros, and `overrun` says so. */
export class BitReader {
  readonly #bytes: Uint8Array;
  /** The next byte to take. */
  position: number;
  #bits = 0;
  #count = 0;
  #missing = 0;

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  /** More bits were taken than there are. */
  get overrun(): boolean {
    return this.#missing > this.#count;
  }

  /** The symbol of the next code; -1 when there is no such code. */
  symbol(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill();
    const next = (this.#bits >>> (this.#count - 16)) & 0xffff;
    const entry = table.short[next >> (16 - SHORT)] as number;
    if (entry !== 0) {
      this.#count -= entry >> 8;
      return entry & 0xff;
    }
    let length = SHORT + 1;
    while (length <= 16 && next >= (table.limits[length] as number)) length++;
    if (length > 16) return -1;
    this.#count -= length;
    return table.symbols[(next >> (16 - length)) + (table.offsets[length] as number)] as number;
  }

  /** A number of so many bits (1 to 15) in the sign convention of table F.1. */
  signed(length: number): number {
    if (this.#count < length) this.#fill();
    this.#count -= length;
    const value = (this.#bits >>> this.#count) & ((1 << length) - 1);
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  #fill(): void {
    while (this.#count <= 16) {
      let byte = this.#bytes[this.position];
      if (byte === 0xff && this.#bytes[this.position + 1] !== 0) byte = undefined;
      if (byte === undefined) this.#missing += 8;
      else this.position += byte === 0xff ? 2 : 1;
      this.#bits = (this.#bits << 8) | (byte ?? 0);
      this.#count += 8;
    }
  }
}
