import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCost } from '../../../cost/command/main.ts';
import { prints, refuses } from './run.ts';

describe('npm run cost -- compare', () => {
  prints(0, {
    'prints factors to the cheapest, what is left out and why': [
      'compare --rps 7 --fresh 150',
      /AWS t3\.small +\$[\d.]+ +× 1\.00 .* yes .*\n .*, price of 20\d\d-/,
      /AWS t3\.micro +left out\n +has 0\.75 GB for it, not 1769 MB/,
      /Fargate.* yes +20 to 1000$/m,
      'with response cache, logs, metrics, alarms and egress',
    ],
  });

  prints(1, {
    'fails when nothing meets the objective': [
      'compare --rps 1 --fresh 1200',
      /Lambda, on demand +\$.* no /,
      'No alternative meets the objective at this rate',
    ],
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
