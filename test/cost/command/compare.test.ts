import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../support/new-folder.ts';
import { prints, refuses } from './run.ts';

const folder = newFolder();
const chart = (name: string) => join(folder, `${name}.svg`);

describe('npm run cost -- compare', () => {
  prints(0, {
    'prints factors to the cheapest, what is left out and why, and writes the chart': [
      `compare --rps 7 --fresh 150 --chart ${chart('cost')}`,
      /AWS t3\.small +\$[\d.]+ +× 1\.00 .* yes .*\n .*, price of 20\d\d-/,
      /AWS t3\.micro +left out\n +has 0\.75 GB for it, not 1769 MB/,
      /Fargate.* yes +20 to 1000$/m,
      'with response cache, logs, metrics, alarms and egress',
      `Wrote ${chart('cost')}`,
    ],
  });

  prints(1, {
    'fails when nothing meets the objective': [
      `compare --rps 1 --fresh 1200 --chart ${chart('nothing')}`,
      /Lambda, on demand +\$.* no /,
      'No alternative meets the objective at this rate',
    ],
  });

  it('draws what meets the objective, and nothing where nothing does', () => {
    expect(readFileSync(chart('cost'), 'utf8')).toContain('<svg');
    expect(existsSync(chart('nothing'))).toBe(false);
  });

  refuses([
    ['compare --rps 7 --fresh 9 --chart cost.png', '--chart must name an .svg file, not "cost.png".'],
  ]);
});
