import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { reportOf, type ScoredSample } from '../../evaluation/figures.ts';
import { listSamples } from '../../evaluation/samples.ts';
import { newFolder } from '../support/new-folder.ts';

describe('labelled pictures', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });

  function put(file: string, content: string | Buffer): string {
    const destination = path.join(folder, file);
    mkdirSync(path.dirname(destination), { recursive: true });
    writeFileSync(destination, content);
    return destination;
  }

  it('have the names of their folders as labels; other files are ignored', async () => {
    for (const file of ['2.PNG', '1.jpg', 'notes.txt']) put(`deep/永/${file}`, file);

    const found = listSamples(folder);

    expect(found).toMatchObject([{ label: '永' }, { label: '永' }]);
    expect(await found[0]?.read()).toMatchObject({ mediaType: 'image/jpeg', bytes: Buffer.from('1.jpg') });
  });

  it('are those of a labels.json, whatever the folder is called', async () => {
    put('samples/1.jpg', 'a');
    put('samples/unlisted.jpg', 'b');
    put('samples/labels.json', '[{"file": "1.jpg", "label": "永"}]');

    for (const source of [path.join(folder, 'samples'), folder]) {
      const found = listSamples(source);
      expect(found).toMatchObject([{ label: '永' }]);
      expect(await found[0]?.read()).toMatchObject({ bytes: Buffer.from('a') });
    }
  });

  it.each([
    ['nowhere', /no sample in .*nowhere has a label: expected a folder with a labels\.json/],
    ['empty/notes.txt', /no sample in .*notes\.txt has a label/],
    ['empty', /no sample in .*empty has a label: .*, or pictures as <label>\/<name>/],
    ['listed', /listed has no samples: expected labels\.json with .* \(there is no 1\.jpg\)$/],
  ])('are reported as missing: %s', (source, message) => {
    put('empty/notes.txt', '');
    put('listed/labels.json', '[{"file": "1.jpg", "label": "永"}]');

    expect(() => listSamples(path.join(folder, source))).toThrow(message);
  });
});

const scored = (label: string, predicted: string, milliseconds: number): ScoredSample => {
  const judges = ['small', 'as predicted'].map((name) => ({ name, best: predicted, milliseconds }));
  return { label, isListed: true, wanted: label, judges };
};

it('the report of a classifier shows shares, median times, and the most frequent confusions first', () => {
  const samples = [
    scored('未', '末', 2),
    scored('土', '士', 900),
    scored('土', '士', 1),
    scored('永', '永', 1),
    scored('水', '水', 3),
  ];

  const lines = reportOf(samples, { reject: 'isnull' }).text.split('\n');

  expect(lines).toEqual([
    'Labels of the list',
    '',
    '  small                     40.00 %   2 of 5   2.00 ms',
    '  as predicted              40.00 %   2 of 5   2.00 ms',
    '',
    '  label → prediction, samples',
    '  土 → 士  2',
    '  未 → 末  1',
    '',
  ]);
});

it('the error rate of sentences is a share of characters, not of sentences; a character beyond 16 bits counts once', () => {
  const sentences = [
    ['我要帳丹', '我要帳單', '我要帳單'],
    ['好地', '好地', '好的'],
    ['再見', '在見', '再見'],
    ['吉野家', '𠮷野家', '𠮷野家'],
  ] as const;
  const samples = sentences.map(([heard, best, label]) => {
    const judges = [
      { name: 'as heard', best: heard },
      { name: 'as predicted', best, milliseconds: 2 },
    ];
    return { label, isListed: true, wanted: label, judges };
  });

  const { content } = reportOf(samples, undefined, true);

  expect(content.listed.judges).toMatchObject({
    'as heard': { right: 1, characterErrorRate: 3 / 11 },
    'as predicted': { right: 2, characterErrorRate: 2 / 11, milliseconds: 2 },
  });
});
