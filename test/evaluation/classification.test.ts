import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { reportOf, type ScoredSample } from '../../evaluation/classifier-figures.ts';
import { listSamples } from '../../evaluation/samples.ts';
import { newFolder } from '../support/new-folder.ts';

describe('labelled pictures', () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });

  function put(file: string, content: string | Buffer): string {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
    return place;
  }

  it('are named after their folder, sorted; other files are passed over', async () => {
    for (const file of ['2.PNG', '1.jpg', 'notes.txt']) put(`deep/永/${file}`, file);

    const found = listSamples(folder);

    expect(found).toMatchObject([
      { label: '永', name: '永/1.jpg' },
      { label: '永', name: '永/2.PNG' },
    ]);
    expect(await found[0]?.read()).toMatchObject({ mediaType: 'image/jpeg', bytes: Buffer.from('1.jpg') });
  });

  it('are those of a labels.json, whatever the folder is called', () => {
    put('samples/1.jpg', 'a');
    put('samples/unlisted.jpg', 'b');
    put('samples/labels.json', '[{"file": "1.jpg", "label": "永"}]');

    for (const source of [path.join(folder, 'samples'), folder])
      expect(listSamples(source)).toMatchObject([{ label: '永', name: '永/1.jpg' }]);
  });

  it.each([
    ['nowhere', /nowhere is not a folder; --images needs one with pictures as <label>\/<name>/],
    ['empty/notes.txt', /notes\.txt is not a folder/],
    ['empty', /no samples in .*; expected pictures as <label>\/<name>, or a labels\.json/],
    ['listed', /^labels\.json lists 1\.jpg, which does not exist$/],
  ])('are reported as missing: %s', (source, message) => {
    put('empty/notes.txt', '');
    put('listed/labels.json', '[{"file": "1.jpg", "label": "永"}]');

    expect(() => listSamples(path.join(folder, source))).toThrow(message);
  });
});

const scored = (label: string, predicted: string, members: number, milliseconds: number): ScoredSample => {
  const judges = [{ name: 'small', best: predicted, milliseconds }];
  return { label, isListed: true, wanted: label, predicted, judges, membersRun: members };
};

it('the report of a classifier shows shares, median times, members run, and the most frequent confusions first', () => {
  const samples = [
    scored('未', '末', 3, 2),
    scored('土', '士', 2, 900),
    scored('土', '士', 2, 1),
    scored('永', '永', 2, 1),
    scored('水', '水', 2, 3),
  ];

  const lines = reportOf(samples, 'isnull').text.split('\n');

  expect(lines).toEqual([
    'Labels of the list',
    '',
    '  small                     40.00 %   2 of 5   2.00 ms',
    '  as predicted              40.00 %   2 of 5',
    '',
    '  members run until the prediction is certain, samples   2: 80.0 %, 3: 20.0 %',
    '',
    '  label → prediction, samples',
    '  土 → 士  2',
    '  未 → 末  1',
    '',
  ]);
});
