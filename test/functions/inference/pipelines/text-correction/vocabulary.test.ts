import { describe, expect, it } from 'vitest';
import { parseVocabulary } from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';
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

  it.each([
    ['天天添\n', 'line 1 must be a character, a tab, and its candidates, itself the first'],
    ['\n添\t添', 'line 1 must be a character, a tab, and its candidates, itself the first'],
    ['天\t添天\n添\t添', 'line 1 must be a character, a tab, and its candidates, itself the first'],
    ['天\t天\t添\n添\t添', 'line 1 must be a character, a tab, and its candidates, itself the first'],
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
