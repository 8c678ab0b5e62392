import { describe, expect, it } from 'vitest';
import { estimateCapacity, type Machine, machinesNeeded, parseMachines } from '../../cost/machines.ts';
import { DEFAULT_PLAY, playOnMachines, promisedLatency } from '../../cost/outcome.ts';
import { loadOf } from './price-book.ts';

const PROMISED = { milliseconds: 1000, lateShare: 0.01, network: 100 };

const MACHINE: Machine = {
  name: 'small',
  dollarsPerMonth: 5,
  vcpus: 2,
  sustainedShare: 0.1,
  source: 'a price list',
  shareSource: 'a table',
  date: '2026-11-21',
};

describe('The capacity of a machine', () => {
  it('is its sustained vCPUs over the CPU time: 2 × 10 % take 500 ms for 100 ms of work, at most 2/s', () => {
    const { serviceMilliseconds, cpuRate } = estimateCapacity(loadOf(1, 100), 0.2, PROMISED, DEFAULT_PLAY);

    expect(serviceMilliseconds).toBeCloseTo(500, 9);
    expect(cpuRate).toBeCloseTo(2, 9);
  });

  it('carries within the promise far less than its CPU would have time for', () => {
    const { carriedRate, cpuRate } = estimateCapacity(loadOf(1, 100), 0.2, PROMISED, DEFAULT_PLAY);

    expect(carriedRate).toBeGreaterThan(0);
    expect(carriedRate).toBeLessThan(cpuRate / 2);
  });

  it('is borne out by a longer play at a rate just below, and refuted just above', () => {
    const { carriedRate } = estimateCapacity(loadOf(1, 150), 1, PROMISED, DEFAULT_PLAY);
    const p99 = (rate: number) =>
      promisedLatency(playOnMachines(loadOf(rate, 150), 1, 1, PROMISED, DEFAULT_PLAY), PROMISED);

    expect(p99(carriedRate * 0.95)).toBeLessThanOrEqual(1000);
    expect(p99(carriedRate * 1.05)).toBeGreaterThan(1000);
  });

  it('is nothing where a single question is too slow', () => {
    const { carriedRate } = estimateCapacity(loadOf(1, 190), 0.2, PROMISED, DEFAULT_PLAY);

    expect(carriedRate).toBe(0);
  });
});

describe('The machines needed', () => {
  const capacity = { serviceMilliseconds: 150, cpuRate: 1000 / 150, carriedRate: 4.2 };

  it('are one up to the rate that one carries', () => {
    expect(machinesNeeded(loadOf(4.2, 150), capacity, PROMISED)).toBe(1);
  });

  it('grow slower than the rate, because a balancer pools them', () => {
    expect(machinesNeeded(loadOf(42, 150), capacity, PROMISED)).toBeLessThan(10);
  });

  it('are enough for a burst to be through in time', () => {
    // 900 ms have room for 6 turns of 150 ms: 12 at once need 2 machines, of which the stream has one.
    expect(machinesNeeded(loadOf(1, 150, { burst: 12 }), capacity, PROMISED)).toBe(2);
  });

  it('keep the promise when they are played', () => {
    const load = loadOf(30, 150);
    const machines = machinesNeeded(load, capacity, PROMISED);

    const tally = playOnMachines(load, machines, 1, PROMISED, DEFAULT_PLAY);

    expect(promisedLatency(tally, PROMISED)).toBeLessThanOrEqual(1000);
  });
});

describe('The list of machines', () => {
  it('is refused when one has no source', () => {
    expect(() => parseMachines({ machines: [{ ...MACHINE, source: '' }] })).toThrow('small: source');
  });

  it('is refused when a share is not one', () => {
    expect(() => parseMachines({ machines: [{ ...MACHINE, sustainedShare: 10 }] })).toThrow(
      'the share in (0, 1]',
    );
  });
});
