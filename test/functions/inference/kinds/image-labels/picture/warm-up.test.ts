import { describe, expect, it } from 'vitest';
import type { PictureFormat } from '../../../../../../functions/inference/kinds/image-labels/picture/format.ts';
import { warmUpDecoder } from '../../../../../../functions/inference/kinds/image-labels/picture/warm-up.ts';

const SMALL: PictureFormat = { width: 96, height: 96, colour: 'rgb', fit: 'fill', background: '#ffffff' };

function isLibvipsOpen(): boolean {
  const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
  return sharedObjects.some((file) => file.includes('libvips'));
}

describe('a start', () => {
  it('opens libvips only where photographs are expected', async () => {
    await warmUpDecoder(SMALL);
    expect(isLibvipsOpen()).toBe(false);

    await warmUpDecoder({ ...SMALL, width: 224, height: 224 });
    expect(isLibvipsOpen()).toBe(true);
  });
});
