import { describe, expect, it } from 'vitest';
import { environmentsFor, erlangB, serversInTime } from '../../cost/erlang.ts';

describe("Erlang's loss formula", () => {
  // Offered load that the published Erlang-B tables allow for n trunks at a grade of service (to three digits).
  it.each([
    [1, 0.01, 0.0101],
    [2, 0.01, 0.153],
    [5, 0.01, 1.36],
    [10, 0.01, 4.46],
    [20, 0.01, 12.0],
    [50, 0.01, 37.9],
    [100, 0.01, 84.1],
    [10, 0.02, 5.08],
    [30, 0.02, 21.9],
    [10, 0.001, 3.09],
  ])('loses of %i environments at most the %f of the tables at %f Erlang', (environments, share, erlangs) => {
    const lost = erlangB(environments, erlangs);

    expect(lost / share).toBeGreaterThan(0.96);
    expect(lost / share).toBeLessThan(1.04);
  });

  it('is a / (1 + a) for a single environment', () => {
    expect(erlangB(1, 0.5)).toBeCloseTo(1 / 3, 12);
  });

  it('stays exact where factorials would overflow', () => {
    expect(erlangB(1000, 1000)).toBeCloseTo(0.0248, 3);
  });

  it('asks 8 environments for 3 Erlang, not 3, to spill less than 1 %', () => {
    expect(environmentsFor(3, 0.01)).toBe(8);
  });
});

describe('Servers in time', () => {
  it('are the single one of an M/M/1 queue up to the rate its tail allows', () => {
    // P(W > w) = ρ exp(−(1 − ρ) w / S); with w = 9 S it is 0.0100 at ρ = 0.554.
    expect(serversInTime(0.553, 9, 0.01)).toBe(1);
    expect(serversInTime(0.555, 9, 0.01)).toBe(2);
  });

  it('are those of Erlang without patience where nobody may wait', () => {
    // C(n, 1) = 0.0204 for 4 and 0.0038 for 5 servers.
    expect(serversInTime(1, 0, 0.01)).toBe(5);
  });
});
