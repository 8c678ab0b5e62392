import { describe, expect, it } from 'vitest';
import { lookUpForm } from '../../../../../functions/inference/pipelines/text-correction/vocabulary.ts';

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
