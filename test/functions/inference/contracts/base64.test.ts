import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64, decodedLength } from '../../../../functions/inference/contracts/base64.ts';

describe('base64', () => {
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
