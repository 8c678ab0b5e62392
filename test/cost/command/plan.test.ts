import { describe, expect, it } from 'vitest';
import { reportFile, run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();
const BURSTS = 'plan --rps 3 --burst 5 --fresh 200 --late 0.0015';

describe('npm run cost -- plan', () => {
  it('shows the cheapest that meets the objective above the most that miss it', async () => {
    const { exitCode, printed } = await run(BURSTS);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/the cheapest that meets it.*\n(.*\n)?the most that miss it/);
  });

  it('says what it takes for granted: the spread, the keep-warm time, the order of reuse, cold mornings', async () => {
    const { printed } = await run('plan --rps 3 --fresh 200');

    expect(printed).toContain('lognormal with a coefficient of variation of 0.5 (assumed');
    expect(printed).toContain('warm for 300 s, and the one used last');
    expect(printed).toContain('The load is uninterrupted');
  });

  it('counts the cold mornings of a competition', async () => {
    const { printed } = await run('plan --rps 3 --fresh 200 --days 4 --hours 10');

    expect(printed).toMatch(/Of the first 900 requests of a day [\d.]+ start cold/);
  });

  it('reads the quantiles of a load run, and marks one that was made on this machine', async () => {
    const file = reportFile(directory, { target: 'http://127.0.0.1:8080' });

    const { printed } = await run(`plan --from ${file}`);

    expect(printed).toContain('Durations: p50 160 ms, p95 255 ms, p99 350 ms');
    expect(printed).toContain("less the 30.0 ms by which its mean is above the function's");
    expect(printed).toContain('not on Lambda');
  });

  it('gives programs every candidate with its late share and interval', async () => {
    const { printed } = await run(`${BURSTS} --json`);

    const { candidates, cheapest } = JSON.parse(printed);
    expect(candidates.length).toBeGreaterThan(1);
    expect(cheapest.lateShareLow).toBeLessThanOrEqual(cheapest.lateShare);
    expect(cheapest.lateShareHigh).toBeGreaterThanOrEqual(cheapest.lateShare);
  });

  it('fails when no configuration meets the objective', async () => {
    const { exitCode, printed } = await run('plan --rps 3 --fresh 950');

    expect(exitCode).toBe(1);
    expect(printed).toMatch(
      /No configuration meets the objective \([\d.]+ % of the responses are late even without waiting\)/,
    );
  });

  it.each([
    ['plan --rps 3 --fresh 200 --late 0.000001', 'at least 7600903 are needed.'],
    [
      'plan --rps 7 --fresh 100 --provisioned 8',
      'there is no option --provisioned; npm run cost -- plan --help lists all',
    ],
    [
      'plan --stage dev --model digits,rps=1,fresh=2 --model handwriting,rps=1,fresh=2',
      'plan is for one model: give --model once.',
    ],
    [
      'plan --stage prod --set warmFrom=08:00 --set warmUntil=17:55 --set timeZone=UTC --days 1 --hours 10 --rps 1 --fresh 9',
      'plan meets the objective in all 10 busy hours',
    ],
  ])('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, reported } = await run(line);

    expect(exitCode).toBe(2);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });
});
