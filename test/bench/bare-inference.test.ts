import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { measureCeiling } from '../../bench/measure/bare-inference.ts';
import { newFolder } from '../support/new-folder.ts';
import { photographModel } from './models.ts';

const folder = newFolder();

/** CPU milliseconds of this process, its threads included, for each of so many runs. */
async function cpuOf(runs: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

describe('decoding alone', () => {
  it('counts what libvips does in threads of its own', async () => {
    const directory = join(folder, 'photograph');
    const picture = await photographModel(directory);

    const alone = await cpuOf(10, () => sharp(picture).raw().toBuffer());
    const ceiling = await measureCeiling({ directory, work: 'decode', seconds: 0.3 });

    expect(ceiling.cpuMillisecondsPerRequest).toBeGreaterThan(alone / 2);
    expect(ceiling.cpuMillisecondsPerRequest).toBeLessThan(alone * 4);
  });
});
