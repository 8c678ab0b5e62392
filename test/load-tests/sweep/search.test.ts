import { describe, expect, it } from 'vitest';
import type { Phase, Visit } from '../../../load-tests/sweep/measurements.ts';
import { keyOf, type Setting } from '../../../load-tests/sweep/setting.ts';
import { setting } from './fixtures.ts';
import { type RateOf, sweep } from './simulated.ts';

/** Two workers double the speed, and batches increase it by a fifth. */
const usual = ({ workers, batch }: Setting) => 100 * workers * (batch > 1 ? 1.2 : 1);

const curvesIn = (visits: readonly Visit[]) => visits.filter(({ phase }) => phase === 'curves');
const lastRound = (visits: readonly Visit[], of: Phase) =>
  Math.max(...visits.filter(({ phase }) => phase === of).map(({ round }) => round));
const settingsIn = (visits: readonly Visit[]) => [...new Set(visits.map((visit) => keyOf(visit.setting)))];

describe('a sweep', () => {
  it('compares all settings with a middle number of clients, and measures the best with every number', async () => {
    const { visits } = await sweep(600, usual);

    const firstRound = visits.filter(({ phase, round }) => phase === 'search' && round === 1);
    expect(firstRound).toHaveLength(12);
    expect(firstRound.every(({ points }) => points.length === 1 && points[0]!.clients === 16)).toBe(true);
    expect(settingsIn(curvesIn(visits)).length).toBeLessThanOrEqual(3);
    expect(curvesIn(visits).every(({ points }) => points.length === 7)).toBe(true);
    expect(curvesIn(visits).every(({ setting: { workers } }) => workers === 2)).toBe(true);
  });

  it('measures a setting with batches and the same setting without them to the end, however slow batches are', async () => {
    const { visits } = await sweep(240, ({ batch }) => (batch > 1 ? 10 : 100));

    const measured = curvesIn(visits).map((visit) => visit.setting);
    const batched = measured.find(({ batch }) => batch > 1)!;
    expect(measured.map(keyOf)).toContain(keyOf({ ...batched, batch: 1 }));
  });

  it('stops measuring settings that are far behind', async () => {
    const { visits } = await sweep(900, usual);

    const slow = visits.filter(({ setting: { workers } }) => workers === 1);
    expect(slow.every(({ phase, round }) => phase === 'search' && round === 1)).toBe(true);
    expect(lastRound(visits, 'search')).toBeGreaterThan(1);
  });

  it.each([4, 10])('ends within %i minutes, half of which are for the duel', async (minutes) => {
    const { visits, lasted } = await sweep(minutes * 60, usual);

    expect(lasted).toBeLessThanOrEqual(minutes * 60 * 1.02);
    expect(lasted).toBeGreaterThan(minutes * 60 * 0.9);
    expect(lastRound(visits, 'duel')).toBeGreaterThanOrEqual(0.75 * minutes);
  });

  it('takes longer than requested rather than decide with fewer than three rounds', async () => {
    const { visits, lasted } = await sweep(10, usual);

    expect([lastRound(visits, 'curves'), lastRound(visits, 'duel')]).toEqual([1, 3]);
    expect(lasted).toBeGreaterThan(10);
    expect(lasted).toBeLessThan(240);
  });

  it('ends with the best setting with batches and the best without them, in turns', async () => {
    const { duels } = await sweep(240, (setting) => usual(setting) + setting.concurrency);

    const [first, second] = duels.map(({ settings }) => settings.map(keyOf));
    expect(first).toEqual([keyOf(setting(16, 1, { workers: 2 })), expect.stringMatching(/^2\/16\/(4|16)$/)]);
    expect(second).toEqual(first!.toReversed());
  });

  it('has the twin of the best setting with batches in the duel, even if another is the best without', async () => {
    const { duels } = await sweep(240, ({ workers, concurrency, batch }) =>
      batch > 1 ? 150 * workers + concurrency : 100 * workers - concurrency,
    );

    const settings = duels[0]!.settings.map(keyOf);
    expect(settings).toEqual(['2/1/1', '2/16/1', expect.stringMatching(/^2\/16\/(4|16)$/)]);
  });

  it('compares two settings with the numbers of clients with which each of them is fastest', async () => {
    const rateOf: RateOf = (one, { clients }) =>
      usual(one) * (clients === (one.batch > 1 ? 64 : 8) ? 1.1 : 1);

    const { duels } = await sweep(240, rateOf);

    expect(duels.every(({ clients }) => clients.join() === '8,64')).toBe(true);
    expect(duels.every(({ turns }) => turns === 2)).toBe(true);
  });

  it('continues without batches after one try if the members do not support them', async () => {
    let tries = 0;
    const { visits, noBatches } = await sweep(240, (one) => {
      if (one.batch === 1) return 100;
      tries += 1;
      return 'its first dimension must accept any size';
    });

    expect(tries).toBe(1);
    expect(noBatches).toBe('its first dimension must accept any size');
    expect(curvesIn(visits).length).toBeGreaterThan(0);
    expect(visits.every(({ setting: { batch } }) => batch === 1)).toBe(true);
  });

  it('keeps the measurements when it is stopped', async () => {
    const { visits } = await sweep(240, usual, 5);

    expect(visits).toHaveLength(5);
  });
});
