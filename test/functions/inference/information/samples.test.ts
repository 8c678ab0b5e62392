import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readSamples, smallerPicture } from '../../../../functions/inference/information/samples.ts';
import { correctionModel } from '../../../support/correction-model.ts';
import { tinyModel } from '../../../support/tiny-model.ts';
import { noise } from '../../support/pictures.ts';

describe('the samples that the page shows', () => {
  it('are texts for a model of texts', async () => {
    const folder = correctionModel([['在 見\n再 見', '再見']]);

    const base64 = Buffer.from('在 見\n再 見\n').toString('base64');
    const text = { name: '0.txt', label: '再見', mediaType: 'text/plain', base64 };
    expect(await readSamples(folder)).toEqual([text]);
  });

  it('are unchanged small pictures', async () => {
    const content = await noise(40, 30).jpeg({ quality: 100 }).toBuffer();

    const samples = await readSamples(tinyModel({}, { file: 'a.jpg', content, label: 'a' }));

    expect(samples).toMatchObject([{ label: 'a', base64: content.toString('base64') }]);
  });

  it('are upright JPEGs of a few kilobytes for photographs', async () => {
    const photograph = await noise(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();

    const smaller = await smallerPicture(photograph);

    const { format, width, height } = await sharp(smaller).metadata();
    expect([format, width, height]).toEqual(['jpeg', 240, 320]);
    expect(smaller?.length).toBeLessThan(50_000);
  });

  it('are none if the model has none', async () => {
    expect(await readSamples('/no/such/task')).toEqual([]);
  });
});
