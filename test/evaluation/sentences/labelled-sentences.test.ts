import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelledOf, readPairs } from '../../../evaluation/sentences.ts';
import { hypothesesOf } from '../../../functions/inference/contracts/text-sample.ts';
import { newFolder } from '../../support/new-folder.ts';

const folder = newFolder();

const read = (...lines: string[]) => {
  const file = path.join(folder, 'pairs.jsonl');
  writeFileSync(file, lines.join('\n'));
  return readPairs(file);
};

describe('the labelled sentences among samples', () => {
  it('are those of which it is known what was said, and compared as they are predicted', () => {
    const sample = {
      name: '01.txt',
      label: '我要 帳單',
      mediaType: 'text/plain',
      bytes: Buffer.from('我 要 <htr> 帳丹\n我 要 帳單\n'),
    };

    expect(labelledOf([sample, { ...sample, label: undefined }])).toEqual([
      { name: '01.txt', sample, heard: '我要帳丹', said: '我要帳單' },
    ]);
  });

  it('are texts', () => {
    const picture = { name: '1.jpg', label: '永', mediaType: 'image/jpeg', bytes: Buffer.of(1) };

    expect(() => labelledOf([picture])).toThrow('1.jpg must be a text');
  });
});

describe('pairs', () => {
  it('hold one hypothesis or several, best first', async () => {
    const sentences = await read(
      '{"id": "a", "recognised": "再 見", "true": "再見"}',
      '',
      '{"id": "b", "recognised": ["在見", "再見"], "true": "再見"}',
      '',
    );

    expect(sentences.map(({ name, heard, said }) => [name, heard, said])).toEqual([
      ['a', '再見', '再見'],
      ['b', '在見', '再見'],
    ]);
    expect(sentences.map(({ sample }) => hypothesesOf(sample))).toEqual([['再 見'], ['在見', '再見']]);
  });

  it.each([
    ['{"id": "a"', 'line 1 must be {"id", "recognised", "true"} in JSON: '],
    ['{"id": "", "recognised": "a", "true": "a"}', 'id is wrong: must not be empty'],
    ['{"id": "a", "recognised": "a\\nb", "true": "a"}', 'recognised is wrong: must hold no line break'],
    ['{"id": "a", "recognised": "a"}', 'true is wrong'],
  ])('refuse %s in one line', async (line, message) => {
    await expect(read(line)).rejects.toThrow(message);
  });

  it('say when their file is not there', async () => {
    await expect(readPairs('/no/such/file')).rejects.toThrow('--pairs /no/such/file cannot be read');
  });
});
