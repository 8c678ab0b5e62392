import { describe, expect, it } from 'vitest';
import { type Comparison, NotComparableError } from '../../../cost/alternatives/alternative.ts';
import { alternatives } from '../../../cost/alternatives/alternatives.ts';
import { parseMachines } from '../../../cost/alternatives/machine-list.ts';
import { MissingPriceError } from '../../../cost/errors.ts';
import { Games } from '../../../cost/plan/games.ts';
import { readMachinesFile } from '../../../cost/prices/price-files.ts';
import { DEFAULT_PLAY } from '../../../cost/simulation/play.ts';
import { type Load, MONTH } from '../../../cost/workload/workload.ts';
import { configurationOf, loadOf, priceBook } from '../price-book.ts';

const REQUESTS = 7 * 730 * 3600;

function comparisonOf(change: Partial<Comparison> = {}): Comparison {
  return {
    load: loadOf(7, 150),
    configuration: configurationOf(),
    period: MONTH,
    prices: priceBook(),
    games: new Games(
      { milliseconds: 1000, lateShare: 0.01, network: 100 },
      { ...DEFAULT_PLAY, questions: 40_000 },
    ),
    machines: parseMachines(readMachinesFile()),
    ...change,
  };
}

const usual = comparisonOf();
const measured = comparisonOf({ arm64Factor: 1 });

function assess(name: string, comparison: Comparison = usual) {
  const found = alternatives(comparison).find((one) => one.name.startsWith(name));
  return (found ?? expect.fail(`there is ${name}`)).assess(comparison);
}

describe('The alternatives', () => {
  it('save exactly the gateway with a Function URL', () => {
    const saved = assess('Lambda, on demand').dollars - assess('Lambda, on demand, Function URL').dollars;

    expect(saved).toBeCloseTo(REQUESTS * 1e-6, 6);
  });

  it('are not charged all month for the cold starts of the first seconds', () => {
    const dollars = (rate: number) =>
      assess('Lambda, on demand', { ...usual, load: loadOf(rate, 8) }).dollars;

    expect(dollars(1000) / dollars(100)).toBeCloseTo(10, 0);
  });

  it('save exactly the table without a result cache, where nothing is asked twice', () => {
    const saved = assess('Lambda, x86_64').dollars - assess('Lambda, no result cache').dollars;

    expect(saved).toBeCloseTo(REQUESTS * 6.25e-7, 2);
  });

  it('save a fifth of the Lambda time on arm64 where it was measured to be as fast', () => {
    const rest = REQUESTS * (2e-7 + 1e-6 + 6.25e-7);
    const dollars = (name: string) => assess(name, measured).dollars - rest;

    expect(dollars('Lambda, on demand, arm64') / dollars('Lambda, on demand')).toBeCloseTo(0.8, 3);
  });

  it.each(['Lambda, arm64', 'Managed Instances, arm64', 'Fargate 1 vCPU 2 GB, arm64', 'AWS t4g.micro'])(
    'leave out %s where nobody measured arm64',
    (name) => {
      expect(() => assess(name)).toThrow(NotComparableError);
      expect(() => assess(name)).toThrow('not measured on arm64 (--arm64-factor)');
    },
  );

  it('pay three instances, 15 % and the endpoints for Managed Instances, however small the load', () => {
    const { dollars } = assess('Managed Instances, arm64', { ...measured, load: loadOf(1e-6, 150) });

    expect(dollars).toBeCloseTo(3 * 730 * (0.0816 * 1.15 + 0.01), 2);
  });

  it('keep half of their CPU free for bursts, or as much as is said', () => {
    const load = loadOf(200, 20);
    const counted = (change: Partial<Comparison>) =>
      assess('Managed Instances, x86_64', { ...usual, load, ...change }).count;

    // 50 questions/s for each vCPU: four are busy.
    expect(counted({ throughput: 50 })).toBe(8);
    expect(counted({ throughput: 50, cpuUtilization: 0.8 })).toBe(5);
  });

  it('pay two Fargate tasks, their addresses and the balancer', () => {
    const { dollars, count } = assess('Fargate 1 vCPU 2 GB, x86_64', { ...usual, load: loadOf(0.1, 150) });

    const tasks = 2 * 730 * (0.04048 + 2 * 0.004445);
    const balancer = 730 * (0.0225 + 0.008 * (0.1 / 25)) + 730 * 0.005 * 4;
    expect(count).toBe(2);
    expect(dollars).toBeCloseTo(tasks + balancer + 0.1 * 730 * 3600 * 6.25e-7, 1);
  });

  it('pay for SageMaker Serverless by the whole gigabyte, with an API that signs', () => {
    const { dollars } = assess('SageMaker Serverless');

    expect(dollars).toBeCloseTo(REQUESTS * (0.15 * 2 * 2e-5 + 3.5e-6 + 6.25e-7), 1);
  });

  it('charge a bursting machine what it works above its credits, and never slow it down', () => {
    const { dollars, count, verdict } = assess('AWS t3.micro');

    // 7/s of 150 ms keep 1.05 vCPUs busy, of which 0.2 are paid for.
    const surplus = (7 * 0.15 - 0.2) * 730 * 0.05;
    expect([count, verdict.kept]).toEqual([1, 'yes']);
    expect(dollars).toBeCloseTo(7.592 + surplus + REQUESTS * 6.25e-7, 1);
  });

  it('charge it nothing for what its credits pay', () => {
    const { dollars } = assess('AWS t3.micro', { ...usual, load: loadOf(1, 150) });

    expect(dollars).toBeCloseTo(7.592 + (1 / 7) * REQUESTS * 6.25e-7, 1);
  });

  it('rent the fewest machines that keep the promise, and one fewer does not', () => {
    const load = loadOf(30, 150);
    const { count, verdict } = assess('DigitalOcean', { ...usual, load });
    const fewer = usual.games.onServers(load, { count: count - 1, slowdown: 1, cache: true });

    expect(verdict.kept).toBe('yes');
    expect(fewer.kept).not.toBe('yes');
  });

  it('tell of a machine that cannot answer a single question in time', () => {
    // 300 ms of CPU at 12.5 % of a vCPU.
    const { latency, verdict } = assess('GCP e2-micro', { ...usual, load: loadOf(1, 300) });

    expect(latency).toBeGreaterThanOrEqual(2400);
    expect(verdict.kept).toBe('no');
  });

  it('have logs and alarms on every side, or on none', () => {
    const observed = {
      ...usual,
      configuration: configurationOf({ metrics: 10, alarms: 5, logBytesPerRequest: 2000 }),
    };
    const more = (name: string) => assess(name, observed).dollars - assess(name).dollars;

    expect(more('DigitalOcean')).toBeCloseTo(more('Lambda, on demand'), 6);
    expect(more('Fargate')).toBeCloseTo(more('Lambda, on demand'), 6);
  });

  it('give a machine the work of a fresh question for a repeat where nothing is remembered', () => {
    const repeats = { repeatShare: 0.9, cached: { mean: 5 } };
    const configuration = configurationOf({ cache: false });
    const dollars = (load: Load) => assess('DigitalOcean', { ...usual, load, configuration }).dollars;

    expect(dollars(loadOf(20, 150, repeats))).toBeCloseTo(dollars(loadOf(20, 150)), 6);
  });

  it('are refused one by one where a price is missing', () => {
    const prices = priceBook('load-balancer.hours');

    expect(() => assess('Fargate', { ...usual, prices })).toThrow(MissingPriceError);
    expect(assess('Lambda, on demand', { ...usual, prices }).dollars).toBeGreaterThan(0);
  });
});

describe('The list of machines', () => {
  const [machine] = parseMachines(readMachinesFile());

  it.each([
    ['has no source', { source: '' }, 'source, shareSource and date'],
    ['has a share that is none', { sustainedShare: 10 }, 'the share in (0, 1]'],
    ['has surplus credits without a source', { surplusDollarsPerVcpuHour: 1 }, 'surplusSource'],
    ['is of no known architecture', { architecture: 'mips' }, 'x86_64 or arm64'],
  ])('is refused when one %s', (_, change, message) => {
    expect(() => parseMachines({ machines: [{ ...machine, ...change }] })).toThrow(message);
  });
});
