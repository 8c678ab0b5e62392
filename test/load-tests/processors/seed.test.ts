import { afterEach, describe, expect, it } from 'vitest';
import { seedChance } from '../../../load-tests/processors/seed.ts';

const chance = Math.random;
afterEach(() => {
  Math.random = chance;
});

/** The first numbers that a seed gives. */
function drawn(seed: number, thread: number, count = 5): number[] {
  seedChance(seed, thread);
  return Array.from({ length: count }, () => Math.random());
}

describe('a seed', () => {
  it('decides what is drawn by chance', () => {
    expect(drawn(7, 1)).toEqual(drawn(7, 1));
    expect(drawn(7, 1)).not.toEqual(drawn(8, 1));
  });

  it('gives every thread a sequence of its own', () => {
    expect(drawn(7, 1)).not.toEqual(drawn(7, 2));
  });

  it('gives numbers that are spread evenly between 0 and 1', () => {
    const numbers = drawn(4_294_967_295, 3, 10_000);

    const tenths = Array.from({ length: 10 }, (_, tenth) =>
      numbers.filter((x) => Math.floor(x * 10) === tenth),
    );
    for (const { length } of tenths) expect(Math.abs(length - 1000)).toBeLessThan(150);
  });
});
