import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listSamples } from '../../../evaluation/samples.ts';
import { newFolder } from '../../support/new-folder.ts';

/** `永/1.jpg` with the four bytes "ink!", stored without compression. */
const ZIP = Buffer.from(
  'UEsDBBQAAAgAAAAAIQCNI0PvBAAAAAQAAAAJAAAA5rC4LzEuanBnaW5rIVBLAQIUAxQAAAgAAAAAIQCNI0PvBAAAAAQAAAAJAAAA' +
    'AAAAAAAAAACAAQAAAADmsLgvMS5qcGdQSwUGAAAAAAEAAQA3AAAAKwAAAAAA',
  'base64',
);

describe('listSamples', () => {
  let folder: string;
  beforeEach(async () => {
    folder = newFolder();
  });

  const put = async (file: string, content: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  };

  it('names pictures after their folder, sorted, and passes over other files', async () => {
    for (const file of ['2.PNG', '1.jpg', 'notes.txt']) await put(`deep/永/${file}`, file);

    const found = await listSamples(folder, folder);

    expect(found.map(({ label, name }) => [label, name])).toEqual([
      ['永', '永/1.jpg'],
      ['永', '永/2.PNG'],
    ]);
    expect(await found[0]?.read()).toMatchObject({ mediaType: 'image/jpeg', bytes: Buffer.from('1.jpg') });
  });

  it('believes a labels.json, not the name of the folder, and looks for it where the model is, too', async () => {
    await put('samples/1.jpg', 'a');
    await put('samples/unlisted.jpg', 'b');
    await put('samples/labels.json', '[{"file": "1.jpg", "label": "永"}]');

    for (const source of ['samples', path.join(folder, 'samples'), folder]) {
      const found = await listSamples(source, folder);

      expect(found.map(({ label, name }) => [label, name])).toEqual([['永', '永/1.jpg']]);
    }
  });

  it('says which file of a labels.json is missing', async () => {
    await put('labels.json', '[{"file": "1.jpg", "label": "永"}]');

    await expect(listSamples(folder, folder)).rejects.toThrow(
      'labels.json lists 1.jpg, which does not exist',
    );
  });

  it('reads a zip without unpacking it', async () => {
    const file = path.join(folder, 'pictures.zip');
    await writeFile(file, ZIP);

    const found = await listSamples(file, folder);

    expect(found.map(({ name }) => name)).toEqual(['永/1.jpg']);
    expect((await found[0]?.read())?.bytes).toEqual(Buffer.from('ink!'));
  });

  it('says what it expected when there is no such place, or no picture in it', async () => {
    await expect(listSamples(path.join(folder, 'nowhere'), folder)).rejects.toThrow(
      /does not exist; expected a folder or zip/,
    );
    await expect(listSamples(folder, folder)).rejects.toThrow(
      /no samples in .*; expected pictures as <label>\/<name>, or a labels\.json/,
    );
  });
});
