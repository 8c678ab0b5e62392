import { describe, expect, it } from 'vitest';
import {
  lookUpForm,
  parseVocabulary,
} from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';

describe('a vocabulary', () => {
  const vocabulary = parseVocabulary('天\t天添\n添\t添天\na\ta\n𠮷\t𠮷\n', 'vocabulary.txt');

  it('gives ids in the order of its lines, after three that are not characters', () => {
    expect(vocabulary.encode('天添a𠮷')).toEqual([3, 4, 5, 6]);
    expect(vocabulary.size).toBe(7);
  });

  it('knows a character by its look-up form', () => expect(vocabulary.encode('ＡA')).toEqual([5, 5]));

  it('gives the candidates of each character, beginning with itself', () => {
    expect([...vocabulary.candidates(4)]).toEqual([4n, 3n]);
    expect(vocabulary.candidate(4, 1)).toBe('天');
    expect([...vocabulary.candidates(1)]).toEqual([1n]);
  });

  it('may have line ends of any system', () => {
    expect(parseVocabulary('天\t天添\r\n添\t添天', 'vocabulary.txt')).toHaveProperty('size', 5);
  });

  const due = 'line 1 must be a character, a tab, and candidates that begin with this character';
  it.each([
    ['天天添\n', due],
    ['\n添\t添', due],
    ['天\t添天\n添\t添', due],
    ['天\t天\t添\n添\t添', due],
    ['天\t天添\n', 'line 1: candidate 添 must have a line of its own'],
    ['天\t天添添\n添\t添\n', 'line 1: candidate 添 occurs twice'],
    ['天\t天添\n添\t添\n天\t天\n', 'line 3: 天 is already on line 1'],
    ['Ａ\tＡa\na\ta\n', 'line 1: Ａ is looked up as a, so it is never found'],
    ['天\t天\n', 'no character has candidates besides itself'],
    ['', 'no character has candidates besides itself'],
  ])('says what is wrong with %j', (text, words) => {
    expect(() => parseVocabulary(text, 'vocabulary.txt')).toThrow(`vocabulary.txt: ${words}`);
  });

  it('limits the candidates of a character', () => {
    const all = Array.from({ length: 257 }, (_, index) => String.fromCodePoint(0x4e00 + index));

    const others = all.slice(1).map((character) => `${character}\t${character}`);

    const text = [`${all[0]}\t${all.join('')}`, ...others].join('\n');

    const words = 'vocabulary.txt: line 1 has 257 candidates; at most 256 are allowed';
    expect(() => parseVocabulary(text, 'vocabulary.txt')).toThrow(words);
  });
});

// Expected results are those of `normal` in training/asr-correction/vocabulary.py.
it.each([
  ['full-width letters, digits, punctuation and spaces', 'Ａ７，\u3000', 'a7, '],
  ['capital letters, beyond the first plane, too', 'QΣ𐐀', 'qσ𐐨'],
  ['half-width katakana and its voiced mark', 'ｶﾞ', 'カ\u3099'],
  ['digits in a circle and mathematical letters', '①𝓗', '1h'],
  ['compatibility ideographs, beyond the first plane, too', '\uf967\u{2f800}', '不丽'],
  ['ideographs, beyond the first plane, too', '龍𠮷', '龍𠮷'],
  ['what would become several letters', 'ﬁİ㍻', 'ﬁİ㍻'],
  ['combining accents, one of which becomes another accent', '\u0301\u0340', '\u0301\u0300'],
  ['joiners, emoji and control characters', '\u200d🙂\0', '\u200d🙂\0'],
  ['half a surrogate pair', '\ud83d', '\ud83d'],
])('Characters are looked up in the form that members were trained on: %s', (_, characters, forms) => {
  expect([...characters].map(lookUpForm)).toEqual([...forms]);
});
