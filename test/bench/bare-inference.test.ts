import sharp from 'sharp';
import { expect, it } from 'vitest';
import { measureCeiling } from '../../bench/measure/bare-inference.ts';
import { noise } from '../functions/support/pictures.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { tinyModel } from '../support/tiny-model.ts';

it('decoding alone counts the CPU time of libvips’s own threads', async () => {
  // Decoding this picture takes far longer than running the members.
  const content = await noise(800, 600).png().toBuffer();
  const directory = tinyModel({}, { file: 'noise.png', content });

  await sharp(content).raw().toBuffer();
  const taken = cpuTime();
  for (let run = 0; run < 10; run += 1) await sharp(content).raw().toBuffer();
  const alone = taken() / 10;
  const ceiling = await measureCeiling({ directory, work: 'decode', seconds: 0.3 });

  expect(ceiling.cpuMillisecondsPerRequest).toBeGreaterThan(alone / 4);
  expect(ceiling.cpuMillisecondsPerRequest).toBeLessThan(alone * 4);
});
