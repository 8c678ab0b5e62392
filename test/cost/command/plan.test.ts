import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT } from '../report.ts';
import { run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();
const BURSTS = 'plan --rps 3 --burst 5 --fresh 200 --late 0.0015 --questions 200000';

describe('npm run cost -- plan', () => {
  it('shows the cheapest that keeps the promise above one that surely does not', async () => {
    const { exitCode, printed } = await run(BURSTS);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/the cheapest that keeps it.*\n(.*\n)?surely does not/);
  });

  it('says what it takes for granted: the spread, the keep-warm time, the order of reuse, cold mornings', async () => {
    const { printed } = await run('plan --rps 3 --fresh 200 --keep-warm 60 --reuse oldest');

    expect(printed).toContain('lognormal with a coefficient of variation of 0.5 (assumed');
    expect(printed).toContain('warm for 60 s, and the idle environment used longest ago');
    expect(printed).toContain('A service that never rests');
  });

  it('counts the cold mornings of a competition, and can leave them out', async () => {
    const line = 'plan --rps 3 --fresh 200 --days 4 --hours 10';

    const [counted, ignored] = await Promise.all([run(line), run(`${line} --opening ignored`)]);

    expect(counted.printed).toMatch(/Of the first 900 questions of a day [\d.]+ start cold/);
    expect(ignored.printed).not.toContain('questions of a day');
  });

  it('does not take arm64 to need the same milliseconds, but says when it is cheaper', async () => {
    const { printed } = await run('plan --rps 3 --fresh 200');

    expect(printed).toContain(
      'arm64 is not measured: it is cheaper as long as a question takes less than 250 ms',
    );
  });

  it('reads the quantiles of a load run, and marks one that was made on this machine', async () => {
    const file = join(directory, 'report.json');
    writeFileSync(file, JSON.stringify({ ...REPORT, target: 'http://127.0.0.1:8080' }));

    const { printed } = await run(`plan --from ${file}`);

    expect(printed).toContain('Durations: p50 160 ms, p95 255 ms, p99 350 ms');
    expect(printed).toContain("less the 30.0 ms by which its mean is above the function's");
    expect(printed).toContain('not on Lambda');
  });

  it('gives programs every candidate with its late share and interval, in JSON and in CSV alike', async () => {
    const [json, csv] = await Promise.all([run(`${BURSTS} --json`), run(`${BURSTS} --csv`)]);

    const { candidates, cheapest } = JSON.parse(json.printed);
    const rows = csv.printed.split('\r\n').filter((line) => line.startsWith('candidates,'));
    expect(candidates.length).toBeGreaterThan(1);
    expect(rows).toHaveLength(candidates.length);
    expect(rows.join()).toContain(String(candidates[0].lateShareHigh));
    expect(cheapest.lateShareLow).toBeLessThanOrEqual(cheapest.lateShare);
  });

  it('fails when no configuration keeps the promise', async () => {
    const { exitCode, printed } = await run('plan --rps 3 --fresh 950');

    expect(exitCode).toBe(1);
    expect(printed).toMatch(
      /No configuration keeps the promise \([\d.]+ % of the answers are late even where/,
    );
  });

  it.each([
    [
      'plan --rps 3 --fresh 200 --late 0.00001 --questions 1000',
      'it takes at least 760091 (--questions 760091)',
    ],
    ['plan --rps 7 --fresh 100 --fresh-p50 300 --fresh-p99 200', 'The quantiles must not fall'],
    ['plan --rps 7 --fresh 100 --reuse random', '--reuse must be newest or oldest, not "random".'],
    [
      'plan --rps 7 --fresh 100 --provisioned 8',
      'there is no option --provisioned; npm run cost -- plan --help lists all',
    ],
  ])('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, reported } = await run(line);

    expect(exitCode).toBe(2);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });
});
