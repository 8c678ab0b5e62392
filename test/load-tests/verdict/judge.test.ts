import { describe, expect, it } from 'vitest';
import type { AbuseRecord } from '../../../load-tests/client/records.ts';
import type { Evidence } from '../../../load-tests/verdict/evidence.ts';
import { type JudgedFacts, judge } from '../../../load-tests/verdict/judge.ts';
import { percentileName } from '../../../load-tests/verdict/objective.ts';
import { evidenceOf, exchanged, manyExchanged, rules } from '../fixtures/exchanges.ts';

/** Names of the checks that a service failed. */
function failed(changes: Partial<Evidence>, facts: JudgedFacts = {}): string[] {
  const { checks, outcome } = judge(evidenceOf(changes), rules, facts);
  const names = checks.filter(({ finding }) => finding === 'failed').map(({ name }) => name);
  expect(outcome === 'FAIL').toBe(names.length > 0);
  return names;
}

describe('the verdict', () => {
  it('fails a fast service with wrong predictions', () => {
    const exchanges = [...manyExchanged(80), ...manyExchanged(20, { prediction: '錯' })];

    expect(failed({ exchanges })).toEqual(['right responses']);
  });

  it('cannot tell right from wrong without labels, and says so', () => {
    const { label: _label, ...unlabelled } = exchanged();

    const { checks } = judge(evidenceOf({ exchanges: [unlabelled] }), rules);

    expect(checks).toContainEqual({
      name: 'right responses',
      finding: 'passed',
      detail: 'cannot be told: the samples have no labels',
    });
  });

  it('fails when a repeat has the same response and other probabilities, and shows both', () => {
    const first = exchanged({ id: 'same', besides: '{"永":0.98,"水":0.01}' });
    const exchanges = [
      ...manyExchanged(100),
      first,
      { ...first, repeated: true, besides: '{"永":0.58,"水":0.41}' },
    ];

    const { checks } = judge(evidenceOf({ exchanges }), rules);

    expect(checks).toContainEqual({
      name: 'one response per id',
      finding: 'failed',
      detail:
        '1 ids with two different responses, such as 永 {"永":0.98,"水":0.01}, then 永 {"永":0.58,"水":0.41}',
    });
  });

  it('fails when the organizer gave up a request', () => {
    const lost = [{ kind: 'lost' as const, id: 'a', at: 1 }];

    expect(failed({ exchanges: manyExchanged(500), lost }, { retries: true })).toEqual(['nothing lost']);
  });

  it('fails when a broken request was not refused', () => {
    const abuse: AbuseRecord[] = [
      { kind: 'abuse', abuse: 'not JSON', at: 1, milliseconds: 1, status: 500, refused: false },
    ];

    expect(failed({ exchanges: manyExchanged(500), abuse })).toEqual(['abuse refused']);
  });

  it('says how many samples would be enough', () => {
    const { checks } = judge(evidenceOf({ exchanges: manyExchanged(100) }), rules);

    expect(checks[0]?.detail).toContain(
      'confidence 63.4 % (99 % demanded), 459 in time without exception are the least that give it',
    );
  });

  it('does not require repeats of the organizer in time: that none is lost is what they are for', () => {
    const repeats = manyExchanged(2, { repeated: true, attempt: 2, milliseconds: 1500 });

    expect(failed({ exchanges: [...manyExchanged(500), ...repeats] }, { retries: true })).toEqual([]);
  });

  it('names percentiles as people do', () => {
    expect([0.5, 0.99, 0.999].map(percentileName)).toEqual(['p50', 'p99', 'p99.9']);
  });
});
