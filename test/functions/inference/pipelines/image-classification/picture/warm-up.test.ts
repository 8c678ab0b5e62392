import { describe, expect, it } from 'vitest';
import { warmUpDecoder } from '../../../../../../functions/inference/pipelines/image-classification/picture/decode.ts';
import type { PictureFormat } from '../../../../../../functions/inference/pipelines/image-classification/picture/format.ts';

const FORMAT: PictureFormat = {
  width: 64,
  height: 64,
  colour: 'rgb',
  fit: 'fill',
  background: '#ffffff',
};

function isLibvipsOpen(): boolean {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
  return sharedObjects.some((file) => file.includes('libvips'));
}

describe('a start', () => {
  it('opens libvips only where photographs are expected that it alone decodes', async () => {
    await warmUpDecoder(FORMAT);
    expect(isLibvipsOpen()).toBe(false);

    await warmUpDecoder({ ...FORMAT, width: 224, height: 224 });
    expect(isLibvipsOpen()).toBe(true);
  });
});
