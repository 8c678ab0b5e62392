import { describe, expect, it } from 'vitest';
import { huffmanTable } from '../../../../functions/inference/jpeg/huffman.ts';

/** A definition with so many codes of each length, from 1 on. */
function codes(...counts: number[]): Uint8Array {
  const lengths = Array.from({ length: 16 }, (_, index) => counts[index] ?? 0);
  const symbols = counts.reduce((sum, count) => sum + count, 0);
  return Uint8Array.from([...lengths, ...Array(symbols).keys()]);
}

describe('a table of Huffman codes', () => {
  it.each([
    ['fit into their lengths', codes(1, 1, 1), true],
    ['are too many for their length', codes(3), false],
    ['use the code of ones alone, which libjpeg refuses', codes(1, 2), false],
  ])('is told whether its codes %s', (_, definition, fits) => {
    expect(huffmanTable(definition) !== undefined).toBe(fits);
  });
});
