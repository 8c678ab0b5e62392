import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { reportOf, type ScoredSample } from '../../evaluation/classifier-figures.ts';
import { listSamples } from '../../evaluation/samples.ts';
import { newFolder } from '../support/new-folder.ts';

/** A ZIP archive that contains `永/1.jpg` with the four bytes "ink!", uncompressed. */
const ZIP = Buffer.from(
  'UEsDBBQAAAgAAAAAIQCNI0PvBAAAAAQAAAAJAAAA5rC4LzEuanBnaW5rIVBLAQIUAxQAAAgAAAAAIQCNI0PvBAAAAAQAAAAJAAAA' +
    'AAAAAAAAAACAAQAAAADmsLgvMS5qcGdQSwUGAAAAAAEAAQA3AAAAKwAAAAAA',
  'base64',
);

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

    const found = await listSamples(folder, folder);

    expect(found).toMatchObject([
      { label: '永', name: '永/1.jpg' },
      { label: '永', name: '永/2.PNG' },
    ]);
    expect(await found[0]?.read()).toMatchObject({ mediaType: 'image/jpeg', bytes: Buffer.from('1.jpg') });
  });

  it('are those of a labels.json, whatever the folder is called, which may lie where the model is', async () => {
    put('samples/1.jpg', 'a');
    put('samples/unlisted.jpg', 'b');
    put('samples/labels.json', '[{"file": "1.jpg", "label": "永"}]');

    for (const source of ['samples', path.join(folder, 'samples'), folder])
      expect(await listSamples(source, folder)).toMatchObject([{ label: '永', name: '永/1.jpg' }]);
  });

  it('are read from a zip without unpacking it', async () => {
    const found = await listSamples(put('pictures.zip', ZIP), folder);

    expect(found).toMatchObject([{ name: '永/1.jpg' }]);
    expect((await found[0]?.read())?.bytes).toEqual(Buffer.from('ink!'));
  });

  it.each([
    ['nowhere', /nowhere does not exist; expected a folder or zip/],
    ['empty', /no samples in .*; expected pictures as <label>\/<name>, or a labels\.json/],
    ['listed', /^labels\.json lists 1\.jpg, which does not exist$/],
  ])('are reported as missing: %s', async (source, message) => {
    put('empty/notes.txt', '');
    put('listed/labels.json', '[{"file": "1.jpg", "label": "永"}]');

    await expect(listSamples(path.join(folder, source), folder)).rejects.toThrow(message);
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
