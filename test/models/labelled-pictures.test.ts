import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listPictures } from '../../models/evaluation/labelled-pictures.ts';

/** `永/1.jpg` with the four bytes "ink!", stored without compression. */
const ZIP = Buffer.from(
  'UEsDBBQAAAgAAAAAIQCNI0PvBAAAAAQAAAAJAAAA5rC4LzEuanBnaW5rIVBLAQIUAxQAAAgAAAAAIQCNI0PvBAAAAAQAAAAJAAAA' +
    'AAAAAAAAAACAAQAAAADmsLgvMS5qcGdQSwUGAAAAAAEAAQA3AAAAKwAAAAAA',
  'base64',
);

describe('listPictures', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('names pictures after their folder, sorted, and passes over other files', async () => {
    await mkdir(path.join(folder, 'deep', '永'), { recursive: true });
    await writeFile(path.join(folder, 'deep', '永', '2.PNG'), 'b');
    await writeFile(path.join(folder, 'deep', '永', '1.jpg'), 'a');
    await writeFile(path.join(folder, 'deep', '永', 'notes.txt'), 'c');

    const found = await listPictures(folder);

    expect(found.map(({ label, name }) => [label, name])).toEqual([
      ['永', '永/1.jpg'],
      ['永', '永/2.PNG'],
    ]);
    expect(String(await found[0]?.read())).toBe('a');
  });

  it('reads a zip without unpacking it', async () => {
    const file = path.join(folder, 'pictures.zip');
    await writeFile(file, ZIP);

    const found = await listPictures(file);

    expect(found.map(({ name }) => name)).toEqual(['永/1.jpg']);
    expect(String(await found[0]?.read())).toBe('ink!');
  });

  it('says what it expected when there is no such place, or no picture in it', async () => {
    await expect(listPictures(path.join(folder, 'nowhere'))).rejects.toThrow(
      /does not exist; expected a folder or zip/,
    );
    await expect(listPictures(folder)).rejects.toThrow(/no pictures in .*; expected <label>\/<name>.jpg/);
  });
});
