import { describe, expect, it } from 'vitest';
import { type PlanInput, plan } from '../../../cost/plan/plan.ts';
import { Simulator } from '../../../cost/plan/simulator.ts';
import { smallest } from '../../../cost/plan/smallest.ts';
import { DEFAULT_TRIAL } from '../../../cost/simulation/trial.ts';
import type { Met, Verdict } from '../../../cost/simulation/verdict.ts';
import { MONTH } from '../../../cost/workload/workload.ts';
import { configurationOf, loadOf, priceBook } from '../price-book.ts';

const objective = { milliseconds: 1000, lateShare: 0.01, network: 100 };

function planOf(change: Partial<PlanInput> = {}, own = { ...objective, lateShare: 0.0015 }) {
  return plan({
    load: loadOf(3, 200),
    configuration: configurationOf(),
    period: MONTH,
    prices: priceBook(),
    simulator: new Simulator(own, { ...DEFAULT_TRIAL, requests: 150_000 }),
    ...change,
  });
}

describe('The plan', () => {
  it('names the cheapest configuration that meets the objective, whereas fewer environments miss it', () => {
    const planned = planOf({ load: loadOf(3, 200, { burst: 5 }) });
    const { cheapest, smallest: fewest, failing, candidates } = planned;

    const keeping = candidates.filter(({ verdict }) => verdict.met === 'yes');
    expect(cheapest?.bill.dollars).toBe(Math.min(...keeping.map(({ bill }) => bill.dollars)));
    expect(cheapest?.verdict.high).toBeLessThanOrEqual(0.0015);
    expect(failing?.verdict.low).toBeGreaterThan(0.0015);
    expect(failing?.configuration.provisioned).toBeLessThan(fewest?.configuration.provisioned ?? 0);
  });

  it('provisions environments that are cheaper because they are busy, even if the objective needs none', () => {
    // At 5 Erlang, four environments are busier than the 60 % from which provisioned concurrency is cheaper.
    const { cheapest, smallest: fewest } = planOf({ load: loadOf(50, 100) }, objective);

    expect(fewest?.configuration.provisioned).toBe(0);
    expect(cheapest?.configuration.provisioned).toBeGreaterThanOrEqual(3);
    expect(cheapest?.bill.dollars).toBeLessThan(fewest?.bill.dollars ?? 0);
  });
});

describe('The search for the smallest number', () => {
  const found = (of: (count: number) => Met, guess: number, most = 1000) =>
    smallest((count) => ({ met: of(count) }) as Verdict, { fewest: 0, guess, most });

  it.each([0, 1, 7, 8, 9, 20, 900])('finds it from a guess of %i', (guess) => {
    const result = found((count) => (count >= 8 ? 'yes' : 'no'), guess);

    expect([result?.count, result?.failing?.count]).toEqual([8, 7]);
  });

  it('stops at the bottom if even the fewest meet the objective, and gives up if nothing can help', () => {
    const result = found(() => 'yes', 5);

    expect([result?.count, result?.failing]).toEqual([0, undefined]);
    expect(found(() => 'no', 3, 50)).toBeUndefined();
  });

  it('names smaller numbers that are too close to call', () => {
    const result = found((count) => (count >= 8 ? 'yes' : count >= 6 ? 'too close to call' : 'no'), 3);

    expect([result?.count, result?.tooClose, result?.failing?.count]).toEqual([8, [6, 7], 5]);
  });

  it('does not call a number failing that meets the objective, below one that is too close to call', () => {
    const result = found((count) => (count === 7 ? 'too close to call' : count >= 6 ? 'yes' : 'no'), 8);

    expect([result?.count, result?.tooClose, result?.failing]).toEqual([8, [7], undefined]);
  });
});
