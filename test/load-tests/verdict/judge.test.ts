import { describe, expect, it } from 'vitest';
import type { AbuseRecord } from '../../../load-tests/client/records.ts';
import type { Evidence } from '../../../load-tests/verdict/evidence.ts';
import { judge, percentileName } from '../../../load-tests/verdict/judge.ts';
import { exchanged, failed, manyExchanged, rules } from '../fixtures/exchanges.ts';

const evidence = (changes: Partial<Evidence>): Evidence => ({
  exchanges: [],
  lost: [],
  abuse: [],
  generator: [],
  ...changes,
});

/** Names of the checks that a run did not pass. */
function broken(changes: Partial<Evidence>, demanded = rules, asksAgain = false): string[] {
  const { checks, outcome } = judge(evidence(changes), demanded, asksAgain);
  const names = checks.filter(({ passed }) => !passed).map(({ name }) => name);
  expect(outcome).toBe(names.length === 0 ? 'PASS' : 'FAIL');
  return names;
}

describe('the verdict', () => {
  it('passes a service that answers in time and rightly', () => {
    expect(broken({ exchanges: manyExchanged(500) })).toEqual([]);
  });

  it('fails when nothing was asked', () => {
    expect(broken({})).toContain('fresh answers in time');
  });

  it('fails a slow service', () => {
    expect(broken({ exchanges: manyExchanged(50, { milliseconds: 1200 }) })).toEqual([
      'fresh answers in time',
    ]);
  });

  it('fails a service that loses one answer in ten', () => {
    const exchanges = [...manyExchanged(90), ...Array.from({ length: 10 }, () => failed())];

    expect(broken({ exchanges })).toEqual(['fresh answers in time']);
  });

  it('fails a fast service that answers wrongly', () => {
    const exchanges = [...manyExchanged(80), ...manyExchanged(20, { answer: '錯' })];

    expect(broken({ exchanges })).toEqual(['right answers']);
  });

  it('cannot tell right from wrong without labels, and says so', () => {
    const { label: _label, ...unlabelled } = exchanged();

    const { checks, outcome } = judge(evidence({ exchanges: [unlabelled] }), rules, false);

    expect(outcome).toBe('PASS');
    expect(checks).toContainEqual({
      name: 'right answers',
      passed: true,
      detail: 'cannot be told: the samples have no labels',
    });
  });

  it('does not let fast cached answers hide a slow model', () => {
    const cached = manyExchanged(10_000, { repeated: true, cache: 'hit', milliseconds: 5 });
    const fresh = manyExchanged(50, { milliseconds: 1500 });

    expect(broken({ exchanges: [...cached, ...fresh] })).toEqual(['fresh answers in time']);
  });

  it('does not let a service hide its model by calling every answer cached', () => {
    const exchanges = manyExchanged(50, { cache: 'hit', milliseconds: 1500 });

    expect(broken({ exchanges })).toEqual(['fresh answers in time']);
  });

  it('fails a slow cache behind a fast model', () => {
    const cached = manyExchanged(50, { repeated: true, cache: 'hit', milliseconds: 1500 });

    expect(broken({ exchanges: [...manyExchanged(500), ...cached] })).toEqual(['cached answers in time']);
  });

  it('fails when an id is answered in two ways', () => {
    const twice = [exchanged({ id: 'same' }), exchanged({ id: 'same', answer: '錯', repeated: true })];

    expect(broken({ exchanges: [...manyExchanged(100), ...twice] })).toEqual(['one answer per id']);
  });

  it('fails when the organizer gave up a question', () => {
    const lost = [{ kind: 'lost' as const, id: 'a', at: 1 }];

    expect(broken({ exchanges: manyExchanged(500), lost }, rules, true)).toEqual(['nothing lost']);
  });

  it('fails when a broken request was not refused', () => {
    const abuse: AbuseRecord[] = [
      { kind: 'abuse', abuse: 'not JSON', at: 1, milliseconds: 1, status: 500, refused: false },
    ];

    expect(broken({ exchanges: manyExchanged(500), abuse })).toEqual(['abuse refused']);
  });

  it('fails a run of too few samples only when a confidence is demanded', () => {
    const exchanges = manyExchanged(458);

    expect(broken({ exchanges })).toEqual([]);
    expect(broken({ exchanges }, { ...rules, confidence: 0.99 })).toEqual(['fresh answers in time']);
    expect(broken({ exchanges: manyExchanged(459) }, { ...rules, confidence: 0.99 })).toEqual([]);
  });

  it('says how many samples would be enough', () => {
    const { checks } = judge(evidence({ exchanges: manyExchanged(100) }), rules, false);

    expect(checks[0]?.detail).toContain('confidence 63.4 %, 459 in time without exception would give 99 %');
  });

  it('names percentiles as people do', () => {
    expect([0.5, 0.99, 0.999].map(percentileName)).toEqual(['p50', 'p99', 'p99.9']);
  });
});
