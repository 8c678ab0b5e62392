import { describe, expect, it } from 'vitest';
import {
  lookUpForm,
  parseVocabulary,
} from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';
import { vocabularyOf } from './support.ts';

describe('a vocabulary', () => {
  const vocabulary = vocabularyOf(['天\t天添', '添\t添天', 'a\ta', '𠮷\t𠮷']);

  it('gives the ids in the order of its lines, after the three that are no character', () => {
    expect(vocabulary.encode('天添a𠮷')).toEqual([3, 4, 5, 6]);
    expect(vocabulary.size).toBe(7);
  });

  it('knows a character by its look-up form', () => {
    expect(vocabulary.encode('ＡA')).toEqual([5, 5]);
  });

  it('gives the candidates of each, itself the first', () => {
    expect([...vocabulary.candidates(4)]).toEqual([4n, 3n]);
    expect(vocabulary.candidate(4, 1)).toBe('天');
    expect([...vocabulary.candidates(1)]).toEqual([1n]);
  });

  it('may have the ends of lines of any system', () => {
    expect(parseVocabulary('天\t天添\r\n添\t添天')).toHaveProperty('size', 5);
  });

  const due = 'line 1 must be a character, a tab, and its candidates, itself the first';
  it.each([
    ['天天添\n', due],
    ['\n添\t添', due],
    ['天\t添天\n添\t添', due],
    ['天\t天\t添\n添\t添', due],
    ['天\t天添\n', 'line 1: candidate 添 must have a line of its own'],
    ['天\t天添添\n添\t添\n', 'line 1: candidate 添 is there twice'],
    ['天\t天添\n添\t添\n天\t天\n', 'line 3: 天 has a line already, 1'],
    ['Ａ\tＡa\na\ta\n', 'line 1: Ａ is looked up as a, and so never found'],
    ['天\t天\n', 'no character has candidates besides itself'],
    ['', 'no character has candidates besides itself'],
  ])('says what is wrong with %j', (text, words) => {
    expect(parseVocabulary(text)).toContain(words);
  });

  it('allows no character more candidates than make sense', () => {
    const all = Array.from({ length: 257 }, (_, place) => String.fromCodePoint(0x4e00 + place));

    const wrong = parseVocabulary(
      [`${all[0]}\t${all.join('')}`, ...all.slice(1).map((c) => `${c}\t${c}`)].join('\n'),
    );

    expect(wrong).toEqual(['line 1 has 257 candidates where 256 is the most']);
  });
});

/** What `normal` in training/asr-correction/vocabulary.py makes of each. */
const BY_PYTHON: readonly (readonly [what: string, character: string, form: string])[] = [
  ['a full-width letter', 'Ａ', 'a'],
  ['a full-width digit', '７', '7'],
  ['full-width punctuation', '，', ','],
  ['a full-width space', '\u3000', ' '],
  ['a capital letter', 'Q', 'q'],
  ['a capital sigma', 'Σ', 'σ'],
  ['a capital letter beyond the first plane', '𐐀', '𐐨'],
  ['half-width katakana', 'ｶ', 'カ'],
  ['a half-width voiced mark', 'ﾞ', '\u3099'],
  ['a digit in a circle', '①', '1'],
  ['a mathematical letter', '𝓗', 'h'],
  ['a compatibility ideograph', '\uf967', '不'],
  ['one beyond the first plane', '\u{2f800}', '丽'],
  ['an ideograph', '龍', '龍'],
  ['an ideograph beyond the first plane', '𠮷', '𠮷'],
  ['what would become several letters', 'ﬁ', 'ﬁ'],
  ['a capital letter that becomes two small ones', 'İ', 'İ'],
  ['an era in one square', '㍻', '㍻'],
  ['a combining accent', '\u0301', '\u0301'],
  ['a combining accent that another one stands for', '\u0340', '\u0300'],
  ['a joiner', '\u200d', '\u200d'],
  ['an emoji', '🙂', '🙂'],
  ['a control character', '\0', '\0'],
  ['half a surrogate pair', '\ud83d', '\ud83d'],
];

describe('the form in which a character is looked up', () => {
  it.each(BY_PYTHON)('is the one that members were trained on: %s', (_, character, form) => {
    expect(lookUpForm(character)).toBe(form);
  });
});
