import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseArguments } from '../../../cost/command/command-line/arguments.ts';
import { compare } from '../../../cost/command/compare.ts';
import { runCost } from '../../../cost/command/main.ts';
import { refuses } from './run.ts';

describe('npm run cost -- compare', () => {
  /** Compares at few rates, because each rate is simulated with every alternative. */
  const compareAt = (rates: number[], options: string) =>
    compare(parseArguments(['compare', ...options.split(' ')]), rates);

  it('prints each cost as a multiple of the cheapest, and why an alternative is left out', async () => {
    const { text, exitCode } = await compareAt([20, 1000], '--rps 7 --fresh 150');

    expect(exitCode).toBe(0);
    expect(text).toMatch(/AWS t3\.small +\$[\d.]+ +× 1\.00 .* yes .*\n .*, price of 20\d\d-/);
    expect(text).toMatch(/AWS t3\.micro +left out\n +has 0\.75 GB, but an environment needs 1769 MB/);
    expect(text).toMatch(/Fargate.* yes +20 to 1000$/m);
    expect(text).toContain('pays for response cache, logs, metrics, alarms and egress');
  });

  it('fails when nothing meets the objective', async () => {
    const { text, exitCode } = await compareAt([], '--rps 1 --fresh 1200');

    expect(exitCode).toBe(1);
    expect(text).toMatch(/Lambda, on demand +\$.* no /);
    expect(text).toContain('No alternative meets the objective at this rate');
  });

  it('says every two seconds on stderr how many simulations are done', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1000;
      return now;
    });
    onTestFinished(() => void vi.restoreAllMocks());

    await runCost('plan --rps 3 --burst 5 --fresh 200 --late 0.0015'.split(' '));

    expect(printed.mock.calls[0]).toEqual(['Simulating … 2 done']);
  });

  refuses([['compare --rps 7 --fresh 9 --chart cost.svg', 'there is no option --chart']]);
});
