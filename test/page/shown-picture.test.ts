import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readSamples, smallerPicture } from '../../functions/inference/information/samples.ts';
import { newFolder } from '../support/new-folder.ts';
import { noise } from './support/pictures.ts';

describe('a sample’s picture on the page', () => {
  it('is left alone where it is small', async () => {
    const directory = newFolder();
    const small = await noise(40, 30).jpeg({ quality: 100 }).toBuffer();
    await mkdir(path.join(directory, 'samples'));
    await writeFile(path.join(directory, 'samples', 'a.jpg'), small);
    await writeFile(path.join(directory, 'samples', 'labels.json'), '[{"file": "a.jpg", "label": "a"}]');

    const samples = await readSamples(directory);

    expect(samples).toMatchObject([{ label: 'a', base64: small.toString('base64') }]);
  });

  it('is a JPEG of a few kilobytes, upright, where it is a photograph', async () => {
    const photograph = await noise(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();

    const smaller = await smallerPicture(photograph);

    const { format, width, height } = await sharp(smaller).metadata();
    expect([format, width, height]).toEqual(['jpeg', 240, 320]);
    expect(smaller?.length).toBeLessThan(50_000);
  });
});
