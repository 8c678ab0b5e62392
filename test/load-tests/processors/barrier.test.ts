import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Barrier } from '../../../load-tests/processors/barrier.ts';

describe('a barrier', () => {
  it('holds callers until all have come, time after time', async () => {
    const barrier = new Barrier(3, 5);
    let through = 0;
    const user = async () => {
      await barrier.wait();
      through++;
    };

    const first = [user(), user()];
    await sleep(20);
    const held = through;
    await Promise.all([...first, user()]);
    const released = through;
    await Promise.all([user(), user(), user()]);

    expect([held, released, through]).toEqual([0, 3, 6]);
  });

  it('holds nobody back for those who have left', async () => {
    const barrier = new Barrier(3, 5);
    const waiting = [barrier.wait(), barrier.wait()];

    barrier.leave();

    await expect(Promise.all(waiting)).resolves.toHaveLength(2);
  });
});
