import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, correctionsIn } from '../../../evaluation/differences.ts';
import { levenshtein } from '../../../project/levenshtein.ts';

/** Texts of few different characters, one of them beyond 16 bits: much in them is alike. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', '我', '𠮷'), maxLength: 12 });

/** Characters that are wrong, missing or superfluous. */
function differences(one: string, right: string): number {
  const { standing, superfluous } = align(one, right);
  const wrong = [...right].filter((character, index) => standing[index] !== character);
  return wrong.length + superfluous.flat().length;
}

describe('the alignment of two texts', () => {
  it('has as many differences as their distance says, where they are not of one length', () => {
    fc.assert(
      fc.property(text, text, (one, right) => {
        fc.pre([...one].length !== [...right].length);
        expect(differences(one, right)).toBe(levenshtein(one, right));
      }),
    );
  });

  it('holds every character of the text, in its order', () => {
    fc.assert(
      fc.property(text, text, (one, right) => {
        const { standing, superfluous } = align(one, right);
        const together = superfluous.flatMap((before, index) => [...before, standing[index] ?? '']);
        expect(together.join('')).toBe(one);
      }),
    );
  });

  it('tells what is missing from what is superfluous', () => {
    expect(align('要查帳嘛單啊', '我要查帳單')).toEqual({
      standing: ['', '要', '查', '帳', '單'],
      superfluous: [[], [], [], [], ['嘛'], ['啊']],
    });
  });

  it('is place by place where they are of one length, though another has fewer differences', () => {
    expect(align('bcda', 'abcd').standing).toEqual(['b', 'c', 'd', 'a']);
  });
});

describe('corrections', () => {
  it.each([
    ['an error that is mended', '我要帳丹', '我要帳單', '我要帳單', { right: 1 }],
    ['an error that becomes another', '我要帳丹', '我要帳擔', '我要帳單', { wrong: 1 }],
    ['a right character that is changed', '我要帳單', '窩要帳單', '我要帳單', { harmful: 1 }],
    ['an error that stays', '我要帳丹', '我要帳丹', '我要帳單', { missed: 1 }],
    ['all of them', '窩腰漲單', '我夭漲擔', '我要帳單', { right: 1, wrong: 1, missed: 1, harmful: 1 }],
    ['a missing character that is put in', '要帳單', '我要帳單', '我要帳單', { right: 1 }],
    ['a missing character that stays away', '要帳單', '要帳單', '我要帳單', { missed: 1 }],
    ['a superfluous character that goes', '我我要帳', '我要帳', '我要帳', { right: 1 }],
    ['a superfluous character that stays', '我要帳嗎啊', '我要帳嗎', '我要帳', { right: 1, missed: 1 }],
    ['a superfluous character that comes', '我要帳', '我要帳嗎', '我要帳', { harmful: 1 }],
    ['a superfluous character that changes', '我要帳嗎', '我要帳啊', '我要帳', { wrong: 1 }],
  ])('count %s', (_, heard, predicted, said, counts) => {
    const none = { right: 0, wrong: 0, harmful: 0, missed: 0 };
    expect(correctionsIn(heard, predicted, said)).toEqual({ ...none, ...counts });
  });

  it('account for every error before and after, and change nothing where nothing was', () => {
    fc.assert(
      fc.property(text, text, text, (heard, predicted, said) => {
        const { right, wrong, harmful, missed } = correctionsIn(heard, predicted, said);

        expect(right + wrong + missed).toBe(differences(heard, said));
        expect(harmful + wrong + missed).toBe(differences(predicted, said));
        expect(correctionsIn(heard, heard, said)).toMatchObject({ right: 0, wrong: 0, harmful: 0 });
      }),
    );
  });
});
