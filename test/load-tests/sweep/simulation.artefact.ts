import { describe, expect, it } from 'vitest';
import { decisiveRows, judgeBatches } from '../../../load-tests/sweep/findings.ts';
import { measurements } from './fixtures.ts';
import { normalNumbers, type RateOf, sweep } from './simulated.ts';

/**
 * A machine as noisy as the one in docs/sweep.md, on which rounds minutes apart differed by a half and neighbouring seconds by
 * a tenth. Its speed drifts with a standard deviation of 0.2. Half of a difference from the mean speed is gone after 20 s. Each
 * start of a service adds noise with a standard deviation of 0.03, and each measurement adds noise of 0.08.
 *
 * @param gain factor by which batches are faster: 1.1 is a tenth
 */
function noisyMachine(seed: number, gain: number): RateOf {
  const normal = normalNumbers(seed);
  const luck = new Map<number, number>();
  let [speed, at] = [0.2 * normal(), 0];
  return ({ workers, concurrency, batch }, { clients, now, start }) => {
    const kept = 0.5 ** ((now - at) / 20);
    speed = speed * kept + 0.2 * Math.sqrt(1 - kept ** 2) * normal();
    at = now;
    if (!luck.has(start)) luck.set(start, 0.03 * normal());
    const saturated = clients / (clients + 1);
    const ability = workers * (concurrency > 1 ? 1.2 : 1) * (batch > 1 ? gain : 1);
    return 100 * ability * saturated * Math.exp(speed + luck.get(start)! + 0.08 * normal());
  };
}

/** Counts how often sweeps find that batches pay, that they do not, or neither. */
async function verdicts(sweeps: number, minutes: number, gain: number) {
  const counts = { pay: 0, not: 0, open: 0 };
  for (let seed = 1; seed <= sweeps; seed++) {
    const { visits } = await sweep(minutes * 60, noisyMachine(seed, gain));
    const pay = judgeBatches(decisiveRows(measurements(visits)))?.pay;
    counts[pay === undefined ? 'open' : pay ? 'pay' : 'not'] += 1;
  }
  return counts;
}

describe('a sweep of a machine as noisy as ours', () => {
  it('seldom reports that useless batches pay, and mostly that they do not', async () => {
    const { pay, not } = await verdicts(100, 10, 1);

    // One wrong verdict in twenty is acceptable. At this rate, more than ten wrong verdicts in a hundred have a chance of 1 %.
    expect(pay).toBeLessThanOrEqual(10);
    expect(not).toBeGreaterThanOrEqual(85);
  });

  it('finds a gain of a tenth in ten minutes', async () => {
    const { pay, not } = await verdicts(100, 10, 1.1);

    expect(pay).toBeGreaterThanOrEqual(90);
    expect(not).toBeLessThanOrEqual(3);
  });

  it('finds a gain of a fifth in four minutes', async () => {
    const { pay, not } = await verdicts(50, 4, 1.2);

    expect(pay).toBeGreaterThanOrEqual(40);
    expect(not).toBe(0);
  });
});
