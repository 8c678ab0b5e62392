import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align, differencesOf } from '../../../evaluation/sentences/character-errors.ts';
import { correctionsIn } from '../../../evaluation/sentences/corrections.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '我', '𠮷'), maxLength: 12 });

describe('corrections', () => {
  it.each([
    ['an error that is mended', '我要帳丹', '我要帳單', '我要帳單', { right: 1 }],
    ['an error that becomes another', '我要帳丹', '我要帳擔', '我要帳單', { wrong: 1 }],
    ['a right character that is changed', '我要帳單', '窩要帳單', '我要帳單', { harmful: 1 }],
    ['an error that stays', '我要帳丹', '我要帳丹', '我要帳單', { missed: 1 }],
    ['nothing', '我要帳單', '我要帳單', '我要帳單', {}],
    ['all of them', '窩腰漲單', '我夭漲擔', '我要帳單', { right: 1, wrong: 1, missed: 1, harmful: 1 }],
    ['a missing character that is put in', '要帳單', '我要帳單', '我要帳單', { right: 1 }],
    ['a missing character that stays away', '要帳單', '要帳單', '我要帳單', { missed: 1 }],
    ['a superfluous character that goes', '我我要帳', '我要帳', '我要帳', { right: 1 }],
    ['a superfluous character that stays', '我要帳嗎啊', '我要帳嗎', '我要帳', { right: 1, missed: 1 }],
    ['a superfluous character that comes', '我要帳', '我要帳嗎', '我要帳', { harmful: 1 }],
    ['a superfluous character that changes', '我要帳嗎', '我要帳啊', '我要帳', { wrong: 1 }],
  ])('count %s', (_, heard, predicted, said, counts) => {
    expect(correctionsIn(heard, predicted, said)).toEqual({
      right: 0,
      wrong: 0,
      harmful: 0,
      missed: 0,
      ...counts,
    });
  });

  it('account for every error before and after', () => {
    fc.assert(
      fc.property(text, text, text, (heard, predicted, said) => {
        const { right, wrong, harmful, missed } = correctionsIn(heard, predicted, said);

        expect(right + wrong + missed).toBe(differencesOf(align(heard, said), said));
        expect(harmful + wrong + missed).toBe(differencesOf(align(predicted, said), said));
      }),
    );
  });

  it('find nothing changed where nothing was', () => {
    fc.assert(
      fc.property(text, text, (heard, said) => {
        expect(correctionsIn(heard, heard, said)).toMatchObject({ right: 0, wrong: 0, harmful: 0 });
      }),
    );
  });
});
