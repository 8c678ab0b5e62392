import { describe, expect, it } from 'vitest';
import { SentenceTally } from '../../../evaluation/sentences/tally.ts';

describe('a tally of sentences', () => {
  it('sums errors over characters, not over sentences', () => {
    const tally = new SentenceTally();
    tally.count('我要帳丹', '我要帳單', '我要帳單');
    tally.count('好地', '好地', '好的');
    tally.count('再見', '在見', '再見');

    expect(tally.figures).toEqual({
      sentences: 3,
      characters: 8,
      characterErrorRate: {
        before: 2 / 8,
        after: 2 / 8,
        difference: 0,
        interval: { low: expect.any(Number), high: expect.any(Number) },
      },
      sentencesRight: { before: 1, after: 1 },
      corrections: { right: 1, wrong: 0, harmful: 1, missed: 1 },
    });
  });

  it('says below zero where fewer characters are wrong', () => {
    const tally = new SentenceTally();
    tally.count('我要帳丹', '我要帳單', '我要帳單');

    const { difference, interval } = tally.figures.characterErrorRate;
    expect([difference, interval.low, interval.high]).toEqual([-0.25, -0.25, -0.25]);
  });

  it('counts characters beyond 16 bits as one', () => {
    const tally = new SentenceTally();
    tally.count('吉野家', '𠮷野家', '𠮷野家');

    expect(tally.figures).toMatchObject({ characters: 3, characterErrorRate: { before: 1 / 3, after: 0 } });
  });
});
