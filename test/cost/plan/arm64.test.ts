import { expect, it } from 'vitest';
import { arm64Note } from '../../../cost/plan/arm64.ts';
import { configurationOf, priceBook } from '../price-book.ts';

it.each([
  // 0.0000166667 / 0.0000133334 = 1.25
  ['x86_64', priceBook(), /at most 25 % slower \(187 ms on average\)/],
  [
    'x86_64',
    priceBook('lambda.provisioned.arm64'),
    /cannot be said: No cited price "lambda.provisioned.arm64"/,
  ],
  ['arm64', priceBook(), /^$/],
] as const)(
  'A plan on %s says from which duration on arm64 costs less, as far as prices are known',
  (architecture, prices, note) => {
    expect(arm64Note(configurationOf({ architecture }), { mean: 150 }, prices).join()).toMatch(note);
  },
);
