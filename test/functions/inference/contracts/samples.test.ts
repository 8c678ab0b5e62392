import { describe, expect, it } from 'vitest';
import { hypothesesOf, normalizeTranscripts } from '../../../../functions/inference/contracts/samples.ts';
import { sampleOf } from '../../support/samples.ts';

const sample = (text: string | Uint8Array, mediaType = 'text/plain') => sampleOf(mediaType, text);

describe('a sample of a text model', () => {
  it.each([
    ['one line', '好 的', ['好 的']],
    ['a line feed at the end', '好 的\n', ['好 的']],
    ['several lines, best first', '好 的\n好 得\n', ['好 的', '好 得']],
    ['lines of Windows', '好\r\n得\r\n', ['好', '得']],
    ['a byte order mark', '\ufeff好', ['好']],
    ['an empty line: a hypothesis of nothing', '\n好\n', ['', '好']],
    ['nothing at all', '', ['']],
  ])('is read with %s', (_, text, hypotheses) => {
    expect(hypothesesOf(sample(text))).toEqual(hypotheses);
  });

  it.each([
    [sample(Uint8Array.of(0xa6, 0x6e)), 'a text in UTF-8'],
    [sample('好', 'image/png'), 'a text with one hypothesis per line, not image/png'],
  ])('is refused if it is invalid: %#', (wrong, due) => {
    expect(() => hypothesesOf(wrong)).toThrow(`Sample sample must be ${due}`);
  });
});

describe('the sentence of a hypothesis', () => {
  it.each([
    ['spaces between words', '我 想 查詢', '我想查詢'],
    ['any white space of Unicode', '\t我\u00a0想\u2003查\u3000詢\u0085\r\n', '我想查詢'],
    ['a marker between words', '我 <htr> 想', '我想'],
    ['a marker in any script', '我 <噪音_1> 想', '我想'],
    ['nothing but markers', '<htr> <unk-2>', ''],
  ])('omits %s', (_, hypothesis, sentence) => {
    expect(normalizeTranscripts([hypothesis])).toEqual([sentence]);
  });

  it.each(['我<htr>想', '<>', '<a', 'a>', '<a.b>', '＜htr＞'])('keeps %s, which is not a marker', (word) => {
    expect(normalizeTranscripts([`好 ${word}`])).toEqual([`好${word}`]);
  });
});

it.each([
  [
    ['<sil>', '好 的', '', '好 得'],
    ['好的', '好得'],
  ],
  [[], ['']],
])('the sentences of the hypotheses %j, without empty ones, are %j', (...row) => {
  expect(normalizeTranscripts(row[0])).toEqual(row[1]);
});
