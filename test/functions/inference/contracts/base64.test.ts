import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, decodedLength } from '../../../../functions/inference/contracts/base64.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_ \n\u0141é';

describe('base64', () => {
  it('takes a text exactly when encoding what it stands for gives the same text', () => {
    const texts = fc
      .array(fc.constantFrom(...ALPHABET), { maxLength: 12 })
      .map((letters) => letters.join(''));

    fc.assert(
      fc.property(texts, (text) => {
        const canonical = Buffer.from(text, 'base64').toString('base64') === text;
        expect(decodeBase64(text) !== undefined).toBe(canonical);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a line break', 'AAAA\nAAA='],
    ['the URL-safe alphabet', 'AA-_'],
    ['missing padding', 'AA'],
    ['padding in the middle', 'AA==AAAA'],
    ['three padding characters', 'A==='],
    ['bits beyond the last byte', 'AB=='],
    ['a letter that is an A in its low byte', 'AAA\u0141'],
    ['a data URL', 'data:image/png;base64,AAAA'],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  it('knows the length without decoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodedLength(Buffer.from(bytes).toString('base64'))).toBe(bytes.length);
      }),
    );
  });
});
