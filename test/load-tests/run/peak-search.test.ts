import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchPeak } from '../../../load-tests/run/peak-search.ts';

const limits = { start: 25, most: 5000, precision: 0.05 };

/** Searches a service that keeps its promise up to a rate, and counts the probes. */
async function search(capacity: number, changes = {}) {
  const probes: number[] = [];
  const peak = await searchPeak(
    async (rate) => {
      probes.push(rate);
      return rate <= capacity;
    },
    { ...limits, ...changes },
  );
  return { peak, probes };
}

describe('the search for the peak rate', () => {
  it('comes within 5 % of any capacity, in few probes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (capacity) => {
        const { peak, probes } = await search(capacity);

        expect(peak).toBeLessThanOrEqual(capacity);
        expect(peak + Math.max(1, 0.05 * peak)).toBeGreaterThanOrEqual(capacity);
        expect(probes.length).toBeLessThanOrEqual(15);
        expect(new Set(probes).size).toBe(probes.length);
      }),
    );
  });

  it('finds nothing where no rate is kept', async () => {
    expect((await search(0)).peak).toBe(0);
  });

  it('goes no higher than it may', async () => {
    expect(await search(1_000_000, { most: 60 })).toEqual({ peak: 60, probes: [25, 50, 60] });
  });
});
