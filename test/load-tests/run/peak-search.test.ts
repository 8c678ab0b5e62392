import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchPeak } from '../../../load-tests/run/peak-search.ts';
import type { ProbeResult } from '../../../load-tests/verdict/peak.ts';

const limits = { start: 25, most: 5000, precision: 0.05 };

/** Seeks the peak of a service that meets its objective up to the rate `capacity`. `probes` are the rates that were tried. */
async function search(capacity: number, changes = {}, tooMuch: ProbeResult = 'missed') {
  const probes: number[] = [];
  const found = await searchPeak(
    async (rate) => {
      probes.push(rate);
      return rate <= capacity ? 'met' : tooMuch;
    },
    { ...limits, ...changes },
  );
  return { ...found, probes };
}

describe('the search for the peak rate', () => {
  it('comes within 5 % of any capacity, in few probes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (capacity) => {
        const { highest, probes } = await search(capacity);

        expect(highest).toBeLessThanOrEqual(capacity);
        expect(highest + Math.max(1, 0.05 * highest)).toBeGreaterThanOrEqual(capacity);
        expect(probes.length).toBeLessThanOrEqual(15);
        expect(new Set(probes).size).toBe(probes.length);
      }),
    );
  });

  it('ends when a probe returns undefined', async () => {
    const found = await searchPeak(async (rate) => (rate < 100 ? 'met' : undefined), limits);

    expect(found).toEqual({ highest: 50, above: undefined });
  });

  it('goes no higher than its highest rate', async () => {
    const found = { highest: 60, above: undefined, probes: [25, 50, 60] };
    expect(await search(1_000_000, { most: 60 })).toEqual(found);
  });
});
