import { expect, it } from 'vitest';
import { roofSeconds } from '../../../bench/roofline/machine-limits.ts';

const limits = { float: 1000, integer: 4000, bandwidth: 100 };
const operations = { float: 2000, integer: 4000, uncounted: [] };

it.each([
  [600, 6],
  [100, 3],
])(
  'a member takes as long as arithmetic, of either kind, or memory: %i bytes of activations',
  (activations, seconds) => {
    expect(roofSeconds({ operations, traffic: { parameters: 0, activations } }, limits)).toBe(seconds);
  },
);
