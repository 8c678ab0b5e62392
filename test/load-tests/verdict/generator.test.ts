import { describe, expect, it } from 'vitest';
import type { GeneratorRecord } from '../../../load-tests/client/records.ts';
import { Delays } from '../../../load-tests/verdict/delays.ts';
import type { Evidence } from '../../../load-tests/verdict/evidence.ts';
import {
  type GeneratorFacts,
  judgeGenerator,
  measureGenerator,
} from '../../../load-tests/verdict/generator.ts';
import { evidenceOf, exchanged, manyExchanged, rules } from '../fixtures/exchanges.ts';

/** What was found about a generator that is not as it should be, by name. */
function found(evidence: Evidence, facts: GeneratorFacts = {}) {
  const delays = new Delays(evidence.exchanges, evidence.stalls);
  const checks = judgeGenerator(evidence, facts, rules, delays);
  return Object.fromEntries(checks.map(({ name, finding }) => [name, finding]));
}

describe('judging the load generator', () => {
  it('does not accept one that held up more than one request in a hundred by a tenth of the limit', () => {
    const late = (count: number) => [
      ...manyExchanged(100 - count),
      ...manyExchanged(count, { lagMilliseconds: 120 }),
    ];

    expect(found(evidenceOf({ exchanges: late(1) }))).toEqual({ 'generator in time': 'passed' });
    expect(found(evidenceOf({ exchanges: late(2) }))).toEqual({ 'generator in time': 'invalid' });
  });

  it('does not accept one that held up a single request by more than the limit', () => {
    const exchanges = [...manyExchanged(10_000), exchanged({ lagMilliseconds: 1001, milliseconds: 1100 })];

    expect(found(evidenceOf({ exchanges }))).toEqual({ 'generator in time': 'invalid' });
  });

  it('does not blame the service for an Artillery that was killed', () => {
    const evidence = evidenceOf({ exchanges: manyExchanged(1000) });

    expect(found(evidence, { artilleryExit: 128 })).toHaveProperty('Artillery', 'invalid');
    expect(found(evidence, { artilleryExit: 0 })).not.toHaveProperty('Artillery');
  });
});

describe('measuring the load generator', () => {
  const second = (changes: Partial<GeneratorRecord>): GeneratorRecord => ({
    kind: 'generator',
    at: 1_000_000,
    busy: 0.25,
    ...changes,
  });

  it('says at which rate it would be busy all the time', () => {
    const evidence = evidenceOf({
      exchanges: manyExchanged(1001, { lagMilliseconds: 1.5 }),
      generator: [second({}), second({})],
      stalls: [{ kind: 'stall', at: 900_000, milliseconds: 30 }],
    });

    expect(measureGenerator(evidence)).toEqual({
      sentPerSecond: 100,
      lagMilliseconds: { p50: 1.5, p99: 1.5, most: 1.5 },
      stallMilliseconds: 30,
      busy: 0.25,
      ceilingPerSecond: 400,
    });
  });
});
