import { describe, expect, it } from 'vitest';
import { Counts } from '../../../local/soak/asking/counts.ts';
import { complaintsOf, isPassed, type Outcome } from '../../../local/soak/report/outcome.ts';
import { formatOutcome } from '../../../local/soak/report/table.ts';

const nothing = { processes: 0, residentBytes: 0, descriptors: 0 };
const usages = {
  gateway: { processes: 1, residentBytes: 100 * 2 ** 20, descriptors: 30 },
  environments: { processes: 2, residentBytes: 300 * 2 ** 20, descriptors: undefined },
  table: nothing,
  others: nothing,
};
const survived = (recoverySeconds: number) => ({ name: 'kill', at: 61, recoverySeconds, complaints: [] });

function outcomeOf(fields: Partial<Outcome> = {}): Outcome {
  return {
    task: 'digits',
    seed: 7,
    seconds: 125,
    environments: 2,
    calm: { labelled: 50, right: 49, capacity: 99.6 },
    faults: [survived(1), survived(5), survived(2)],
    leftOut: [],
    counts: new Counts(),
    start: usages,
    end: usages,
    farewell: undefined,
    ...fields,
  };
}

describe('A soak', () => {
  it('in which every fault was survived and nothing lost is passed', () => {
    expect(isPassed(outcomeOf())).toBe(true);
  });

  it.each(['lost', 'changed', 'wrong answer', 'wrong status', 'broken connection'] as const)(
    'with anything %s is not',
    (kind) => {
      const counts = new Counts();
      counts.wrong[kind] = 1;

      expect(isPassed(outcomeOf({ counts }))).toBe(false);
    },
  );

  it('with a fault that was not survived is not, nor one that could not be stopped', () => {
    const failed = { ...survived(1), complaints: ['not as before after 30 s'] };

    expect(isPassed(outcomeOf({ faults: [failed] }))).toBe(false);
    expect(isPassed(outcomeOf({ farewell: 'the service ended with SIGKILL' }))).toBe(false);
  });

  it('without a single fault shows nothing', () => {
    expect(isPassed(outcomeOf({ faults: [] }))).toBe(false);
  });
});

describe('The report', () => {
  it('gives each fault with its recoveries, and what was lost or changed', () => {
    const text = formatOutcome(outcomeOf());

    expect(text).toMatch(/^PASS: digits, 2 min 5 s, seed 7, 2 environments on /);
    expect(text).toContain('| kill | 3 | 3 | 2.0 s, 5.0 s |');
    expect(text).toContain('| **answers lost** | **0** |');
    expect(text).toContain('| gateway | 1: 100 MiB, 30 descriptors | 1: 100 MiB, 30 descriptors |');
    expect(text).toContain('| environments | 2: 300 MiB | 2: 300 MiB |');
    expect(text).not.toContain('| table |');
  });

  it('says what was not survived, and what was left out', () => {
    const failed = { name: 'freeze', at: 70, recoverySeconds: undefined, complaints: ['lost: 2'] };
    const leftOut = [{ name: 'fill the disk', why: 'not root' }];
    const text = formatOutcome(outcomeOf({ faults: [failed], leftOut }));

    expect(text).toMatch(/^FAIL: /);
    expect(text).toContain('| freeze | 1 | 0 | – |');
    expect(text).toContain('- 1 min 10 s, freeze: lost: 2');
    expect(text).toContain('- fill the disk: not root');
  });

  it('knows what a fault added to what must not happen', () => {
    const before = { ...new Counts().wrong };

    expect(complaintsOf(before, { ...before, lost: 2 })).toEqual(['lost: 2']);
  });
});
