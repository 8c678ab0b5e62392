import { expect, it } from 'vitest';
import { reportOf, shareInterval } from '../../../evaluation/sentence-figures.ts';

/** Sentences by what was heard, predicted and said; a shy member leaves each as it was heard. */
function report(...sentences: [heard: string, predicted: string, said: string][]) {
  return reportOf(
    sentences.map(([heard, text, said]) => {
      const predicted = new Map([
        ['shy', { text: heard, milliseconds: undefined }],
        ['as predicted', { text, milliseconds: 2 }],
      ]);
      return { heard, said, predicted, membersRun: 1 };
    }),
  );
}

it('errors are summed over characters (one beyond 16 bits is one), not over sentences, before and after', () => {
  const { content } = report(
    ['我要帳丹', '我要帳單', '我要帳單'],
    ['好地', '好地', '好的'],
    ['再見', '在見', '再見'],
    ['吉野家', '𠮷野家', '𠮷野家'],
  );

  expect(content).toMatchObject({
    sentences: 4,
    characters: 11,
    judges: {
      shy: { characterErrorRate: { before: 3 / 11, after: 3 / 11 } },
      'as predicted': {
        characterErrorRate: { before: 3 / 11, after: 2 / 11, difference: -1 / 11 },
        sentencesRight: { before: 1, after: 2 },
        sentencesBetter: 2,
        sentencesWorse: 1,
        milliseconds: 2,
      },
    },
    membersRun: { 1: 1 },
  });
});

it('the interval of a share is as wide as that of independent sentences', () => {
  const portions = (count: number, part: number) =>
    Array.from({ length: count }, () => ({ part, whole: 10 }));

  const { low, high } = shareInterval([...portions(320, 0), ...portions(80, -1)]);

  // 400 sentences, a fifth of them with one character of ten: -0.02 ± 1.96 × √(0.2 × 0.8 / 400) / 10.
  expect(low).toBeCloseTo(-0.0239, 3);
  expect(high).toBeCloseTo(-0.0161, 3);
  expect(shareInterval([{ part: 0, whole: 0 }])).toEqual({ low: 0, high: 0 });
});
