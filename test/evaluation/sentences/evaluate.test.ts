import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../evaluation/sentences/evaluate.ts';
import type { Judge, Predictions } from '../../../evaluation/sentences/judges.ts';
import { labelledOf } from '../../../evaluation/sentences/labelled-sentences.ts';
import { reportOf } from '../../../evaluation/sentences/table.ts';

const sentence = (heard: string, label: string) => ({
  name: heard,
  label,
  mediaType: 'text/plain',
  bytes: Buffer.from(heard),
});
const SENTENCES = labelledOf([sentence('我要帳丹', '我要帳單'), sentence('再見', '再見')]);

/** Predicts what it is told to, one after the other; its member leaves everything as it was heard. */
function judgeOf(...texts: string[]): Judge {
  const given = texts.map((text, index): Predictions => {
    const heard = SENTENCES[index]?.heard ?? '';
    const sentences = new Map([
      ['shy', heard],
      ['as predicted', text],
    ]);
    return { sentences, milliseconds: new Map([['as predicted', 2]]), membersRun: 1 };
  });
  return { predict: async () => given.shift() as Predictions };
}

describe('the evaluation of sentences', () => {
  it('tells before from after, for each member and for what a caller gets', async () => {
    const done: number[] = [];
    const evaluation = await evaluate(SENTENCES, judgeOf('我要帳單', '在見'), (count) => done.push(count));

    const { content } = reportOf(evaluation);
    expect(done).toEqual([1, 2]);
    expect(content).toMatchObject({
      sentences: 2,
      characters: 6,
      judges: {
        shy: {
          characterErrorRate: { before: 1 / 6, after: 1 / 6 },
          corrections: { right: 0, wrong: 0, harmful: 0, missed: 1 },
        },
        'as predicted': {
          characterErrorRate: { before: 1 / 6, after: 1 / 6 },
          sentencesRight: { before: 1, after: 1 },
          corrections: { right: 1, wrong: 0, harmful: 1, missed: 0 },
          milliseconds: 2,
        },
      },
      membersRun: { 1: 1 },
    });
  });

  it('is told in a table', async () => {
    const { text } = reportOf(await evaluate(SENTENCES, judgeOf('我要帳單', '再見'), () => {}));

    expect(text).toContain('2 sentences, 6 characters\n');
    expect(text).toMatch(/^as heard +16\.67 % +1 \(50\.0 %\)$/m);
    expect(text).toMatch(/^as predicted +0\.00 % +-16\.67 \(-25\.00 to 0\.00\) +2 \(100\.0 %\) +2\.00$/m);
    expect(text).toMatch(/^as predicted +1 +0 +0 +0$/m);
    expect(text).toContain('members run until the prediction is certain, samples   1: 100.0 %');
  });
});
