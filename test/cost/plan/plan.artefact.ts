import { describe, expect, it } from 'vitest';
import { plan } from '../../../cost/plan/plan.ts';
import { Simulator } from '../../../cost/plan/simulator.ts';
import { VARIATION } from '../../../cost/simulation/service-time.ts';
import { DEFAULT_TRIAL } from '../../../cost/simulation/trial.ts';
import { MONTH } from '../../../cost/workload/workload.ts';
import { configurationOf, loadOf, priceBook } from '../price-book.ts';
import { HAS_PYTHON, reference } from '../reference/queue.ts';

interface Promise {
  readonly rate: number;
  readonly burst: number;
  readonly mean: number;
  readonly milliseconds: number;
  readonly lateShare: number;
  /** Hours of load in each day, which begins cold; undefined if the load never rests. */
  readonly dayHours?: number;
}

const NETWORK = 100;
const REQUESTS = 200_000;
const BATCHES = { batch: REQUESTS / 20, batches: 20 };

function planOf({ rate, burst, mean, milliseconds, lateShare, dayHours }: Promise, requests = 2_000_000) {
  return plan({
    load: loadOf(rate, mean, { burst }),
    configuration: configurationOf(),
    period: MONTH,
    prices: priceBook(),
    simulator: new Simulator(
      { milliseconds, lateShare, network: NETWORK },
      { ...DEFAULT_TRIAL, requests, dayHours },
    ),
  });
}

function simulated({ rate, burst, mean, milliseconds, dayHours = 0 }: Promise, provisioned: number) {
  const day = dayHours * 3600 * rate;
  const batches = day > 0 ? { batch: day, batches: Math.round(REQUESTS / day) } : BATCHES;
  const service = { variation: VARIATION, provisioned, limit: milliseconds - NETWORK };
  return reference({ rate, burst, mean, ...service, day, ...batches });
}

it('A plan for 5,000 requests a second takes seconds', () => {
  const before = process.cpuUsage();

  const objective = { rate: 5000, burst: 1, mean: 100, milliseconds: 1000, lateShare: 0.01 };
  const { cheapest } = planOf(objective, DEFAULT_TRIAL.requests);

  const { user, system } = process.cpuUsage(before);
  expect(cheapest?.verdict.met).toBe('yes');
  expect((user + system) / 1e6).toBeLessThan(15);
});

// The reference is an independent simulation in Python, test/cost/reference/queue.py, so these tests need python3.
describe.skipIf(!HAS_PYTHON)('A plan, in the reference simulation (needs python3)', () => {
  it.each<[string, Promise]>([
    ['7 × 10, 99.9 % within 1 s', { rate: 7, burst: 10, mean: 150, milliseconds: 1000, lateShare: 0.001 }],
    ['200/s, 99 % within 300 ms', { rate: 200, burst: 1, mean: 60, milliseconds: 300, lateShare: 0.01 }],
    [
      '7 × 10 for an hour a day, 99.9 % within a second',
      { rate: 7, burst: 10, mean: 150, milliseconds: 1000, lateShare: 0.001, dayHours: 1 },
    ],
  ])('for %s is met, and is the smallest that surely meets it', { timeout: 60_000 }, async (_, objective) => {
    const { smallest, failing } = planOf(objective);
    const { configuration, verdict } = smallest ?? expect.fail('there is a plan');

    const [met, missed] = await Promise.all([
      simulated(objective, configuration.provisioned),
      failing && simulated(objective, failing.configuration.provisioned),
    ]);

    expect(met.late).toBeLessThanOrEqual(objective.lateShare);
    expect(verdict.lateShare).toBeGreaterThan(met.low);
    expect(verdict.lateShare).toBeLessThan(met.high);
    expect(configuration.provisioned === 0 || missed !== undefined).toBe(true);
    expect(missed?.late ?? 1).toBeGreaterThan(objective.lateShare);
  });
});
