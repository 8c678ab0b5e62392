import { describe, expect, it } from 'vitest';
import { hypothesesOf } from '../../../../functions/inference/contracts/text-sample.ts';

const sample = (text: string | Uint8Array, mediaType = 'text/plain') => ({
  name: '01.txt',
  label: undefined,
  mediaType,
  bytes: Buffer.from(text),
});

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

  it('is refused where it is no UTF-8', () => {
    expect(() => hypothesesOf(sample(Uint8Array.of(0xa6, 0x6e)))).toThrow(
      'Sample 01.txt must be a text in UTF-8',
    );
  });

  it('is refused where it is no text', () => {
    expect(() => hypothesesOf(sample('好', 'image/png'))).toThrow(
      'Sample 01.txt must be a text with one hypothesis a line, not image/png',
    );
  });
});
