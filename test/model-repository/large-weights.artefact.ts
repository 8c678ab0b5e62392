import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { add, weightsBeside } from './support.ts';

// Hashing takes several seconds, so the time-out is long.
it('weights of more than 2 GiB, which Node cannot read at once, are judged', {
  timeout: 120_000,
}, async () => {
  const folder = weightsBeside();
  // The file is sparse, so its zeros take no space on the disk.
  truncateSync(join(folder, 'model.data'), 2 ** 31 + 1);

  const { code, output } = await add('--check', folder);

  expect(code).toBe(0);
  expect(output).toContain('files of weights are missing');
});
