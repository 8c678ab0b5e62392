import { describe, expect, it } from 'vitest';
import { judgeGenerator } from '../../../load-tests/verdict/generator.ts';
import { manyExchanged } from '../fixtures/exchanges.ts';

const evidence = (count: number) => ({
  exchanges: manyExchanged(count),
  lost: [],
  abuse: [],
  generator: [],
});

describe('judging the load generator', () => {
  it('does not accept a load that was never made', () => {
    expect(judgeGenerator(evidence(250), { arrivals: 1000 })).toMatchObject([{ passed: false }]);
  });

  it('accepts what chance makes of a Poisson process', () => {
    expect(judgeGenerator(evidence(910), { arrivals: 1000 })).toMatchObject([{ passed: true }]);
  });

  it('does not judge how much a closed loop asked', () => {
    expect(judgeGenerator(evidence(1), {})).toEqual([]);
  });

  it("hands on what Artillery's own guard says", () => {
    expect(judgeGenerator(evidence(1), { artilleryExit: 0 })).toMatchObject([{ passed: true }]);
    expect(judgeGenerator(evidence(1), { artilleryExit: 1 })).toMatchObject([{ passed: false }]);
  });
});
