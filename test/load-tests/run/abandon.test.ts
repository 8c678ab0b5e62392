import { describe, expect, it } from 'vitest';
import type { SentRecord } from '../../../load-tests/client/records.ts';
import { Abandonment } from '../../../load-tests/run/abandon.ts';
import { exchanged, failed } from '../fixtures/exchanges.ts';

const START = 1_000_000;
const question = { id: 'a', attempt: 1, repeated: false, sample: '0.jpg' };
const sent: SentRecord = { kind: 'sent', ...question, at: START, lagMilliseconds: 0 };
const refusals = (count: number) =>
  Array.from({ length: count }, () => failed({ status: 500, failure: 'status', error: 'status 500' }));

describe('a run against a service that answers nothing but errors', () => {
  it('is ended within seconds, and says why', () => {
    const abandonment = new Abandonment();
    abandonment.add([sent, ...refusals(60)]);

    expect(abandonment.reason(START + 2900)).toBeUndefined();
    expect(abandonment.reason(START + 3000)).toBe(
      'no good answer to the first 60 questions: 60 × status 500',
    );
  });

  it('goes on where there are too few of them', () => {
    const abandonment = new Abandonment();
    abandonment.add([sent, ...refusals(9)]);

    expect(abandonment.reason(START + 60_000)).toBeUndefined();
  });

  it('goes on after a single good answer', () => {
    const abandonment = new Abandonment();
    abandonment.add([sent, ...refusals(60), exchanged(), ...refusals(600)]);

    expect(abandonment.reason(START + 60_000)).toBeUndefined();
  });

  it("goes on where the failures are the generator's own", () => {
    const abandonment = new Abandonment();
    abandonment.add([sent, ...refusals(60).map((record) => ({ ...record, failure: 'generator' as const }))]);

    expect(abandonment.reason(START + 60_000)).toBeUndefined();
  });
});
