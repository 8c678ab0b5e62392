import { describe, expect, it } from 'vitest';
import { jsonOf, prints, refuses, reportFile } from './run.ts';

const BURSTS = 'plan --rps 3 --burst 5 --fresh 200 --late 0.0015';
const UNTIL_FIVE = '--set warmFrom=08:00 --set warmUntil=17:55 --set timeZone=UTC';

describe('npm run cost -- plan', () => {
  prints(0, {
    'shows the cheapest that meets the objective above the most that miss it': [
      BURSTS,
      /cheapest that meets it.*\n(.*\n)?most that miss it/,
    ],
    'prints its assumptions: the spread, the keep-warm time, the order of reuse, a steady load': [
      'plan --rps 3 --fresh 200',
      'lognormal with a coefficient of variation of 0.5 (assumed',
      'warm for 300 s, and the one used last',
      'The load is uninterrupted',
    ],
    'counts the cold starts at the beginning of a competition day': [
      'plan --rps 3 --fresh 200 --days 4 --hours 10',
      /At the beginning of a day, [\d.]+ of 900 requests start cold/,
    ],
    'reads the quantiles of a load run, and marks one that was made on this machine': [
      `plan --from ${reportFile({ target: 'http://127.0.0.1:8080' })}`,
      'Durations: p50 160 ms, p95 255 ms, p99 350 ms',
      "less 30.0 ms, the difference between the client's mean and the function's",
      'not on Lambda',
    ],
  });

  prints(1, {
    'fails when no configuration meets the objective': [
      'plan --rps 3 --fresh 950',
      /No configuration meets the objective \([\d.]+ % of the responses are late even without waiting\)/,
    ],
  });

  it('prints every candidate with its late share and interval for --json', async () => {
    const { candidates, cheapest } = await jsonOf(BURSTS);

    expect(candidates.length).toBeGreaterThan(1);
    expect(cheapest.lateShareLow).toBeLessThanOrEqual(cheapest.lateShare);
    expect(cheapest.lateShareHigh).toBeGreaterThanOrEqual(cheapest.lateShare);
  });

  refuses([
    ['plan --rps 3 --fresh 200 --late 0.000001', 'at least 7600903 requests: give a larger --late.'],
    ['plan --rps 7 --fresh 100 --provisioned 8', 'there is no option --provisioned; npm run cost -- plan'],
    ['plan --stage dev --model digits,rps=1,fresh=2 --model handwriting,rps=1,fresh=2', 'give --model once.'],
    [`plan --stage prod ${UNTIL_FIVE} --days 1 --hours 10 --rps 1 --fresh 9`, 'in all 10 busy hours'],
  ]);
});
