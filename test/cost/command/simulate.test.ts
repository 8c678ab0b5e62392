import { describe, expect, it } from 'vitest';
import { run } from './run.ts';

const STORM = 'simulate --rps 7 --fresh 520 --cached 20 --environments 4 --overflow queue --questions 20000';

describe('npm run cost -- simulate', () => {
  it('sets the run with repeats beside the one without', async () => {
    const { printed } = await run(STORM);

    expect(printed).toMatch(/attempts per question +1\.000 +2\.\d{3}/);
  });

  it('calls a storm what it is: not stationary, so that its shares are those of this run only', async () => {
    const { printed } = await run(`${STORM} --no-cache`);

    expect(printed).toMatch(
      /Not stationary with repeats: \d+\.\d\d % of what the environments can do arrives/,
    );
  });

  it('finds nothing to say of a service that is large enough', async () => {
    const { printed } = await run(STORM.replace('--environments 4', '--environments 12'));

    expect(printed).not.toContain('Not stationary');
  });

  it('gives programs the tenths, in JSON and CSV alike', async () => {
    const [json, csv] = await Promise.all([run(`${STORM} --json`), run(`${STORM} --csv`)]);

    expect(JSON.parse(json.printed).withRepeats.tenths).toHaveLength(10);
    expect(csv.printed.split('\r\n').filter((row) => row.includes('tenths')).length).toBeGreaterThanOrEqual(
      20,
    );
  });

  it('asks for the number of environments', async () => {
    const { exitCode, reported } = await run('simulate --rps 7 --fresh 100');

    expect([exitCode, reported]).toEqual([2, expect.stringContaining('--environments is missing')]);
  });
});
