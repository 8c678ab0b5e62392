/**
 * Text in UTF-8 whose end stays in strings. Base64 comes as a string, and to make bytes of it only to write them costs a copy and
 * garbage collection: of what a gateway spends on a large picture, more than a third.
 */
export class TextParts {
  readonly start: Buffer;
  /** ASCII. */
  readonly rest: readonly string[];
  /** Bytes of it all. */
  readonly length: number;

  /** @param rest ASCII */
  constructor(start: Buffer, ...rest: string[]) {
    this.start = start;
    this.rest = rest;
    this.length = rest.reduce((sum, { length }) => sum + length, start.length);
  }

  toString(): string {
    return this.start.toString('utf8') + this.rest.join('');
  }
}
