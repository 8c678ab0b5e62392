import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Replacement } from '../../../local/workers/replacement.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function replacing() {
  const launch = vi.fn();
  return { launch, replacement: new Replacement(launch) };
}

/** Milliseconds until the next launch, of workers that never get ready. */
async function delayOf({ launch, replacement }: ReturnType<typeof replacing>): Promise<number> {
  const before = launch.mock.calls.length;
  replacement.schedule(false);
  let milliseconds = 0;
  for (; launch.mock.calls.length === before; milliseconds += 1) await vi.advanceTimersByTimeAsync(1);
  return milliseconds;
}

describe('The replacement of workers', () => {
  it('comes later and later while new ones never get ready, up to five seconds', async () => {
    const replaced = replacing();
    const delays: number[] = [];
    for (let round = 0; round < 9; round += 1) delays.push(await delayOf(replaced));

    expect(delays).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  it('is immediate again after one got ready', async () => {
    const replaced = replacing();
    for (let round = 0; round < 3; round += 1) await delayOf(replaced);

    replaced.replacement.succeeded();

    expect(await delayOf(replaced)).toBe(50);
  });

  it('is one for all that end during the delay', async () => {
    const { launch, replacement } = replacing();
    for (let worker = 0; worker < 8; worker += 1) replacement.schedule(worker % 2 === 1);
    await vi.advanceTimersByTimeAsync(10_000);

    expect(launch).toHaveBeenCalledOnce();
    expect(await delayOf({ launch, replacement })).toBe(100);
  });
});
