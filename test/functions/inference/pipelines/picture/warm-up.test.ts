import { expect, it } from 'vitest';
import { warmUpDecoder } from '../../../../../functions/inference/pipelines/picture/decode.ts';
import { square } from './support.ts';

it('A start opens libvips only if it alone can decode the expected photographs', async () => {
  const isLibvipsOpen = () => {
    const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] };
    return sharedObjects.some((file) => file.includes('libvips'));
  };

  await warmUpDecoder(square(64));
  expect(isLibvipsOpen()).toBe(false);

  await warmUpDecoder(square(224));
  expect(isLibvipsOpen()).toBe(true);
});
