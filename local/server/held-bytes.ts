/** Bytes that all requests together may hold, counted as they are taken. */
export class HeldBytes {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * @param bytes negative ones are given back
   * @returns false, and takes none, where there are not so many left
   */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
