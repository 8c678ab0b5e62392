import { describe, expect, it } from 'vitest';
import type { Assessment, Comparison } from '../../../cost/alternatives/alternative.ts';
import { alternatives, cheaperAt, type Rated, rateAll } from '../../../cost/alternatives/comparison.ts';
import { readMachines } from '../../../cost/alternatives/machines.ts';
import { Simulator } from '../../../cost/plan/simulator.ts';
import { DEFAULT_TRIAL } from '../../../cost/simulation/trial.ts';
import { type Load, MONTH } from '../../../cost/workload/workload.ts';
import { configurationOf, loadOf, priceBook } from '../price-book.ts';

const REQUESTS = 7 * 730 * 3600;

function comparisonOf(change: Partial<Comparison> = {}): Comparison {
  const objective = { milliseconds: 1000, lateShare: 0.01, network: 100 };
  const simulator = new Simulator(objective, { ...DEFAULT_TRIAL, requests: 40_000 });
  const usual = { load: loadOf(7, 150), configuration: configurationOf(), period: MONTH };
  return { ...usual, prices: priceBook(), simulator, ...change };
}

const usual = comparisonOf();
const arm64 = comparisonOf({ configuration: configurationOf({ architecture: 'arm64' }) });
/** The machines, as if their prices were those of the region in the tests. */
const MACHINES = readMachines().map((machine) => ({ ...machine, region: usual.prices.region }));

function assess(name: string, comparison: Comparison = usual) {
  const found = alternatives(comparison, MACHINES).find((one) => one.name.startsWith(name));
  return (found ?? expect.fail(`there is ${name}`)).assess(comparison);
}

describe('The alternatives', () => {
  it('save exactly the cost of the gateway with a Function URL', () => {
    const saved = assess('Lambda').dollars - assess('Lambda, Function URL').dollars;

    expect(saved).toBeCloseTo(REQUESTS * 1e-6, 6);
  });

  it('are not charged all month for the cold starts of the first seconds', () => {
    const dollars = (rate: number) =>
      assess('Lambda, on demand', { ...usual, load: loadOf(rate, 8) }).dollars;

    expect(dollars(1000) / dollars(100)).toBeCloseTo(10, 0);
  });

  it('save a fifth of the Lambda time on arm64 if a request takes as long there', () => {
    const rest = REQUESTS * (2e-7 + 1e-6 + 6.25e-7);
    const dollars = (comparison: Comparison) => assess('Lambda, on demand', comparison).dollars - rest;

    expect(dollars(arm64) / dollars(usual)).toBeCloseTo(0.8, 3);
  });

  it('all have the architecture on which the durations were measured', () => {
    const names = (comparison: Comparison) =>
      alternatives(comparison, MACHINES)
        .map(({ name }) => name)
        .join();

    expect(names(usual)).toContain('AWS t3.small');
    expect(names(usual)).not.toMatch(/arm64|t4g|m7g/);
    expect(names(arm64)).not.toMatch(/x86_64|t3|c7i/);
  });

  it('pay for three Managed Instances, 15 % on them, and endpoints, however small the load', () => {
    const { dollars } = assess('Managed Instances, arm64', { ...arm64, load: loadOf(1e-6, 150) });

    expect(dollars).toBeCloseTo(3 * 730 * (0.0816 * 1.15 + 0.01), 2);
  });

  it('keep half of the CPU of Managed Instances free for bursts', () => {
    const { count } = assess('Managed Instances', { ...usual, load: loadOf(200, 20), throughput: 50 });

    // Each vCPU serves 50 requests/s, so 200 requests/s keep four busy, which is half of eight.
    expect(count).toBe(8);
  });

  it('pay for two Fargate tasks, their addresses and the balancer', () => {
    const { dollars, count } = assess('Fargate 1 vCPU 2 GB, x86_64', { ...usual, load: loadOf(0.1, 150) });

    const models = 2 * 730 * (0.04048 + 2 * 0.004445);
    const balancer = 730 * (0.0225 + 0.008 * (0.1 / 25)) + 730 * 0.005 * 4;
    expect(count).toBe(2);
    expect(dollars).toBeCloseTo(models + balancer + 0.1 * 730 * 3600 * 6.25e-7, 1);
  });

  it('pay for SageMaker Serverless by the whole gigabyte, with an API that signs', () => {
    const { dollars } = assess('SageMaker Serverless');

    expect(dollars).toBeCloseTo(REQUESTS * (0.15 * 2 * 2e-5 + 3.5e-6 + 6.25e-7), 1);
  });

  // 3 requests/s of 150 ms keep 0.45 vCPUs busy; the price includes 0.4.
  it.each([
    [1, 0],
    [3, 3 * 0.15 - 0.4],
  ])('charge a burstable machine at %i/s for work above its credits', (rate, busy) => {
    const { dollars, count, verdict } = assess('AWS t3.small', { ...usual, load: loadOf(rate, 150) });

    expect([count, verdict.met]).toEqual([1, 'yes']);
    expect(dollars).toBeCloseTo(15.184 + busy * 730 * 0.05 + (rate / 7) * REQUESTS * 6.25e-7, 1);
  });

  it.each([
    ['AWS t3.small', 1793, 'has 1.75 GB, but an environment needs 1793 MB'],
    ['AWS t3.micro', 1024, 'has 0.75 GB, but an environment needs 1024 MB'],
  ])('leave out %s for %i MB, because its system needs memory, too', (name, memoryMegabytes, why) => {
    const comparison = { ...usual, configuration: configurationOf({ memoryMegabytes }) };

    expect(() => assess(name, comparison)).toThrow(why);
    const less = { ...usual, configuration: configurationOf({ memoryMegabytes: memoryMegabytes - 256 }) };
    expect(assess(name, less).count).toBeGreaterThan(0);
  });

  it('run as many requests at once on a machine as its memory holds', () => {
    // A t3.small has two vCPUs, but its memory holds only one environment.
    expect(assess('AWS t3.small', { ...usual, load: loadOf(1, 150) }).remark).toContain(
      '1 × 1 requests at once',
    );
    expect(assess('EC2 c7i.large').remark).toContain('2 × 2 requests at once');
  });

  it('leave out a machine with a price of another region', () => {
    const [machine] = MACHINES;
    const [found] = alternatives(usual, [{ ...machine!, region: 'ap-northeast-1' }]).slice(-1);

    expect(() => found?.assess(usual)).toThrow('its price is for ap-northeast-1 only');
  });

  it('rent the fewest machines that meet the objective, and one fewer does not', () => {
    const load = loadOf(30, 150);
    const { count, verdict } = assess('AWS t3.small', { ...usual, load });
    const fewer = usual.simulator.onServers(load, { count: count - 1, slowdown: 1, cache: true });

    expect(verdict.met).toBe('yes');
    expect(fewer.met).not.toBe('yes');
  });

  it('count a repeat as a fresh request on a machine without a cache', () => {
    const repeats = { repeatShare: 0.9, cached: { mean: 5 } };
    const configuration = configurationOf({ cache: false });
    const dollars = (load: Load) => assess('EC2', { ...usual, load, configuration }).dollars;

    expect(dollars(loadOf(20, 150, repeats))).toBeCloseTo(dollars(loadOf(20, 150)), 6);
  });

  it('are left out one by one if a price is missing', () => {
    const prices = priceBook('load-balancer.hours');

    const rated = rateAll(alternatives(usual, []), [7], { ...usual, prices });

    const refusalOf = (name: string) => rated.find((one) => one.name.startsWith(name))?.points[0]?.refusal;
    expect(refusalOf('Fargate')).toBe('no cited price "load-balancer.hours"');
    expect(refusalOf('Lambda, on demand')).toBeUndefined();
  });
});

describe('The alternatives over the rates', () => {
  const rated = (dollars: (rate: number) => number, isMet = (_: number) => true): Rated => ({
    name: '',
    points: [1, 2, 5, 10].map((rate) => {
      const verdict = { met: isMet(rate) ? 'yes' : 'no' };
      return { rate, assessment: { dollars: dollars(rate), verdict } as Assessment };
    }),
  });
  const flat = rated(() => 20);

  it('cross at the first rate at which one costs less, not at equal cost', () => {
    const steep = rated((rate) => 10 * rate);

    expect(cheaperAt(steep, flat)).toEqual([{ from: 1, to: 1 }]);
    expect(cheaperAt(flat, steep)).toEqual([{ from: 5, to: 10 }]);
  });

  it('win at rates at which the other misses the objective', () => {
    const isMet = (rate: number) => rate < 2 || rate > 5;
    const late = rated(() => 1, isMet);

    expect(cheaperAt(flat, late)).toEqual([{ from: 2, to: 5 }]);
    expect(cheaperAt(late, flat).map(({ from, to }) => [from, to])).toEqual([1, 10].map((at) => [at, at]));
  });

  it('cost the same at a rate as in a comparison of only that rate', () => {
    const [lambda] = rateAll(alternatives(usual, MACHINES), [0.02, 7], usual);

    const alone = assess('Lambda', { ...usual, load: loadOf(0.02, 150) });
    expect(lambda?.points[0]?.assessment?.dollars).toBe(alone.dollars);
  });
});
