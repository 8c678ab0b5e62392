import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../evaluation/sentence-figures.ts';
import { labelledOf, readPairs } from '../../evaluation/sentences.ts';
import { hypothesesOf } from '../../functions/inference/contracts/samples.ts';
import { newFolder } from '../support/new-folder.ts';

const read = (...lines: string[]) => {
  const file = path.join(newFolder(), 'pairs.jsonl');
  writeFileSync(file, lines.join('\n'));
  return readPairs(file);
};

it('the labelled sentences are those with a known correct sentence, compared as they are predicted', () => {
  const bytes = Buffer.from('我 要 <htr> 帳丹\n我 要 帳單\n');
  const sample = { name: '01.txt', label: '我要 帳單', mediaType: 'text/plain', bytes };

  const labelled = labelledOf([sample, { ...sample, label: undefined }]);

  expect(labelled).toEqual([{ name: '01.txt', sample, heard: '我要帳丹', said: '我要帳單' }]);
});

it('a picture is not a labelled sentence', () => {
  const picture = { name: '1.jpg', label: '永', mediaType: 'image/jpeg', bytes: Buffer.of(1) };

  expect(() => labelledOf([picture])).toThrow('1.jpg must be a text');
});

describe('pairs', () => {
  it('hold one hypothesis or several, best first', () => {
    const samples = read(
      '{"id": "a", "recognised": "再 見", "true": "再見"}',
      '',
      '{"id": "b", "recognised": ["在見", "再見"], "true": "再見"}',
      '',
    );

    expect(labelledOf(samples)).toMatchObject([
      { name: 'a', heard: '再見', said: '再見' },
      { name: 'b', heard: '在見', said: '再見' },
    ]);
    expect(samples.map(hypothesesOf)).toEqual([['再 見'], ['在見', '再見']]);
  });

  it.each([
    ['{"id": "a"', 'line 1 must be {"id", "recognised", "true"} in JSON: '],
    ['{"id": "", "recognised": "a", "true": "a"}', 'id is wrong: must not be empty'],
    ['{"id": "a", "recognised": "a\\nb", "true": "a"}', 'recognised is wrong: must hold no line break'],
    ['{"id": "a", "recognised": "a"}', 'true is wrong'],
  ])('refuse %s in one line', (line, message) => {
    expect(() => read(line)).toThrow(message);
  });

  it('say when their file is not there', () => {
    expect(() => readPairs('/no/such/file')).toThrow('--pairs /no/such/file cannot be read');
  });
});

it('errors are summed over characters (one beyond 16 bits is one), not over sentences, before and after', () => {
  const sentences = [
    ['我要帳丹', '我要帳單', '我要帳單'],
    ['好地', '好地', '好的'],
    ['再見', '在見', '再見'],
    ['吉野家', '𠮷野家', '𠮷野家'],
  ] as const;

  const { content } = reportOf(
    sentences.map(([heard, text, said]) => {
      const predicted = new Map([['as predicted', { text, milliseconds: 2 }]]);
      return { heard, said, predicted, membersRun: 1 };
    }),
  );

  expect(content).toMatchObject({
    sentences: 4,
    characters: 11,
    judges: {
      'as predicted': {
        characterErrorRate: { before: 3 / 11, after: 2 / 11 },
        sentencesRight: { before: 1, after: 2 },
        milliseconds: 2,
      },
    },
    membersRun: { 1: 1 },
  });
});
