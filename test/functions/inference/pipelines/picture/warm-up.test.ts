import { expect, it } from 'vitest';
import { warmUpDecoder } from '../../../../../functions/inference/pipelines/picture/decode.ts';

it('A start opens libvips only if it alone can decode the expected photographs', async () => {
  const common = { colour: 'rgb', fit: 'fill', resample: 'bicubic', background: '#ffffff' } as const;
  const format = { width: 64, height: 64, ...common };
  const isLibvipsOpen = () => {
    const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
    return sharedObjects.some((file) => file.includes('libvips'));
  };

  await warmUpDecoder(format);
  expect(isLibvipsOpen()).toBe(false);

  await warmUpDecoder({ ...format, width: 224, height: 224 });
  expect(isLibvipsOpen()).toBe(true);
});
