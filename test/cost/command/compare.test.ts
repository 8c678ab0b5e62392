import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();
const TIME = { timeout: 60_000 };

describe('npm run cost -- compare', () => {
  it('prints factors to the cheapest, what is left out and why, and writes the chart', TIME, async () => {
    const file = join(directory, 'cost.svg');

    const { exitCode, printed } = await run(`compare --rps 7 --fresh 150 --chart ${file}`);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/AWS t3\.small +\$[\d.]+ +× 1\.00 .* yes .*, price of 20\d\d-/);
    expect(printed).toMatch(/AWS t3\.micro +left out .*has 0\.75 GB for it, not 1769 MB/);
    expect(printed).toMatch(/Fargate.* yes +20 to 1000 /);
    expect(printed).toContain('response cache, logs, metrics, alarms and egress are in all of them');
    expect(printed).toContain(`Wrote ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('<svg');
  });

  it('fails when nothing keeps the promise, and draws nothing', TIME, async () => {
    const file = join(directory, 'nothing.svg');

    const { exitCode, printed } = await run(`compare --rps 1 --fresh 1200 --chart ${file}`);

    expect(exitCode).toBe(1);
    expect(printed).toMatch(/Lambda, on demand +\$.* no /);
    expect(printed).toContain('No alternative keeps the promise at this rate');
    expect(existsSync(file)).toBe(false);
  });

  it('refuses a chart that is no picture', async () => {
    const { exitCode, reported } = await run('compare --rps 7 --fresh 100 --chart cost.png');

    expect([exitCode, reported]).toEqual([2, '--chart must name an .svg file, not "cost.png".']);
  });
});
