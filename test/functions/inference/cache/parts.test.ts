import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Circuit } from '../../../../functions/inference/cache/circuit.ts';
import { RecentEntries } from '../../../../functions/inference/cache/recent-entries.ts';
import { entryOf, MemoryTable } from '../../support/memory-table.ts';
import { cacheOf } from './support.ts';

describe('circuit', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('lets one of several simultaneous calls test whether the table is back', async () => {
    const circuit = new Circuit();
    circuit.failed();
    circuit.failed();
    vi.advanceTimersByTime(1_000);

    const call = Promise.withResolvers<void>();
    const called = circuit.call(1_000, () => call.promise);

    expect(circuit.allows).toBe(false);
    call.resolve();
    await called;
    expect(circuit.allows).toBe(true);
  });

  it('doubles its pause after each further failure, to at most half a minute, and starts anew after a success', () => {
    const circuit = new Circuit();
    const pauses: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      circuit.failed();
      const from = performance.now();
      while (!circuit.allows) vi.advanceTimersByTime(500);
      pauses.push(performance.now() - from);
    }

    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    circuit.succeeded();
    circuit.failed();
    expect(circuit.allows).toBe(true);
  });

  it('counts calls that fail together as one failure', async () => {
    const circuit = new Circuit();
    const calls = Array.from({ length: 8 }, () => Promise.withResolvers<void>());
    const runs = calls.map(({ promise }) => circuit.call(1_000, () => promise));
    for (const [index, { reject }] of calls.entries()) {
      vi.advanceTimersByTime(1);
      reject(new Error('refused'));
      await expect(runs[index]).rejects.toThrow('refused');
    }

    vi.advanceTimersByTime(1_000);

    expect(circuit.allows).toBe(true);
  });
});

it('Recent responses drop the least recently used response', () => {
  const recent = new RecentEntries();
  for (let number = 0; number < 1000; number += 1) recent.add(entryOf(`${number}`), 'confirmed');
  recent.find('0', 0);
  recent.add(entryOf('new'), 'confirmed');

  expect(['0', '1', '2', 'new'].filter((key) => recent.find(key, 0))).toEqual(['0', '2', 'new']);
});

it.each([
  [
    [2, 1, 2, 0],
    [false, true, false, true],
  ],
  [
    [1e300, 2],
    [false, false],
  ],
])(
  'Fewer attempts left than any request had before suggest a repeat, unless that number was huge: %j',
  (counts, expected) => {
    const cache = cacheOf(new MemoryTable());

    expect(counts.map((attempts) => cache.suggestsRepeat(attempts))).toEqual(expected);
  },
);
