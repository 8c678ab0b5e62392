import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  align,
  characterDistance,
  differencesOf,
  fewestDifferences,
} from '../../../evaluation/sentences/character-errors.ts';

/** Texts of few different characters, one of them beyond 16 bits: much in them is alike. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '我', '𠮷'), maxLength: 12 });

describe('the distance of two texts', () => {
  it.each([
    ['', '', 0],
    ['我要帳單', '我要帳單', 0],
    ['我要帳丹', '我要帳單', 1],
    ['我要帳', '我要帳單', 1],
    ['我我要帳單', '我要帳單', 1],
    ['kitten', 'sitting', 3],
    ['', '帳單', 2],
    ['ab', 'ba', 2],
    ['𠮷野家', '吉野家', 1],
    ['評價機內空審計', '評價及內控審計', 2],
  ])('of "%s" and "%s" is %i', (one, other, distance) => {
    expect(characterDistance(one, other)).toBe(distance);
  });

  it('is the same both ways, nothing only for equal texts, and never longer than a detour', () => {
    fc.assert(
      fc.property(text, text, text, (one, other, third) => {
        const distance = characterDistance(one, other);

        expect(characterDistance(other, one)).toBe(distance);
        expect(distance === 0).toBe(one === other);
        expect(distance).toBeLessThanOrEqual(characterDistance(one, third) + characterDistance(third, other));
      }),
    );
  });
});

describe('the alignment with the fewest differences', () => {
  it('has as many differences as the distance says', () => {
    fc.assert(
      fc.property(text, text, (one, right) => {
        expect(differencesOf(fewestDifferences(one, right), right)).toBe(characterDistance(one, right));
      }),
    );
  });

  it('holds every character of the text, in its order', () => {
    fc.assert(
      fc.property(text, text, (one, right) => {
        const { standing, superfluous } = fewestDifferences(one, right);

        const together = superfluous.flatMap((before, index) => [...before, standing[index] ?? '']);
        expect(together.join('')).toBe(one);
      }),
    );
  });

  it('tells what is missing from what is superfluous', () => {
    expect(fewestDifferences('要查帳嘛單', '我要查帳單')).toEqual({
      standing: ['', '要', '查', '帳', '單'],
      superfluous: [[], [], [], [], ['嘛'], []],
    });
  });
});

describe('the alignment of two texts', () => {
  it('is place by place where they are of one length, though another has fewer differences', () => {
    expect(align('bcda', 'abcd').standing).toEqual(['b', 'c', 'd', 'a']);
  });

  it('is the one with the fewest differences where they are not', () => {
    expect(align('bcd', 'abcd')).toEqual(fewestDifferences('bcd', 'abcd'));
  });
});
