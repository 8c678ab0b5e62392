import { describe, expect, it } from 'vitest';
import { readSamples } from '../../../../functions/inference/information/samples.ts';
import { correctionModel } from '../../../support/correction-model.ts';

describe('the samples that the page shows', () => {
  it('are texts where the model is called with texts', async () => {
    const folder = correctionModel([['在 見\n再 見', '再見']]);

    expect(await readSamples(folder)).toEqual([
      {
        name: '0.txt',
        label: '再見',
        mediaType: 'text/plain',
        base64: Buffer.from('在 見\n再 見\n').toString('base64'),
      },
    ]);
  });

  it('are none where the model brought none', async () => {
    expect(await readSamples('/no/such/task')).toEqual([]);
  });
});
