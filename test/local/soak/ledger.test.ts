import { describe, expect, it } from 'vitest';
import { type Given, Ledger } from '../../../local/soak/ledger/ledger.ts';

const given = (fields: Partial<Given> = {}): Given => ({
  id: 'a',
  question: 'first.jpg',
  answer: '一',
  firmness: 'remembered',
  fromMemory: false,
  ...fields,
});

/** A ledger that has seen these answers, all of them without a complaint. */
function ledgerOf(...history: Given[]): Ledger {
  const ledger = new Ledger();
  for (const answer of history) expect(ledger.answered(answer)).toBeUndefined();
  return ledger;
}

describe('An id that was answered', () => {
  it('may be answered the same again', () => {
    expect(ledgerOf(given()).answered(given())).toBeUndefined();
  });

  it('must not be answered in another way', () => {
    expect(ledgerOf(given()).answered(given({ answer: '二' }))).toBe(
      '"first.jpg" was answered "一" (remembered), and now "二"',
    );
  });

  it('must not be given to another question', () => {
    expect(ledgerOf(given()).answered(given({ question: 'second.jpg', answer: '二' }))).toBe(
      'the id of "first.jpg" (remembered) was given to "second.jpg"',
    );
  });

  it('is refused to another question, as the contract wants', () => {
    expect(ledgerOf(given()).refused('a', 'second.jpg')).toBeUndefined();
  });

  it('must not be refused to its own question', () => {
    expect(ledgerOf(given()).refused('a', 'first.jpg')).toContain('is refused under its own id');
  });

  it('must not be refused to its own question because another one was put under it', () => {
    const ledger = ledgerOf(given());
    ledger.contest('a');

    expect(ledger.refused('a', 'first.jpg')).toContain('is refused under its own id');
  });
});

describe('An id that nobody has used', () => {
  it('must not be refused', () => {
    expect(new Ledger().refused('a', 'first.jpg')).toContain('nobody has used');
  });
});

describe('An answer that was given while the table was out of reach', () => {
  const owed = given({ firmness: 'owed' });

  it('must not change', () => {
    expect(ledgerOf(owed).answered(given({ answer: '二' }))).toContain('and now "二"');
  });

  it('is lost when another question has the id after the table came back', () => {
    const ledger = ledgerOf(owed);
    ledger.settle(['a']);

    expect(ledger.answered(given({ question: 'second.jpg' }))).toContain('was given to "second.jpg"');
  });

  it('is lost when its own question is refused afterwards', () => {
    const ledger = ledgerOf(owed);
    ledger.contest('a');

    expect(ledger.refused('a', 'first.jpg')).toContain('is refused under its own id');
  });

  it('may be forgotten with the environment that owed it', () => {
    const ledger = ledgerOf(owed);
    ledger.forgetOwed();

    expect(ledger.answered(given({ question: 'second.jpg' }))).toBeUndefined();
    expect(ledger.entry('a')?.question).toBe('second.jpg');
  });

  it('is as firm as any other once it is seen to be remembered', () => {
    const ledger = ledgerOf(owed, given());
    ledger.forgetOwed();

    expect(ledger.entry('a')?.firmness).toBe('remembered');
  });

  it('to another question goes against nothing, for nobody could look the id up', () => {
    const ledger = ledgerOf(given());

    expect(ledger.answered(given({ question: 'second.jpg', firmness: 'owed' }))).toBeUndefined();
    expect(ledger.entry('a')?.question).toBe('first.jpg');
  });

  it('to another question may cost the first one a refusal, but no longer than until the table is back', () => {
    const ledger = ledgerOf(given(), given({ question: 'second.jpg', firmness: 'owed' }));

    expect(ledger.refused('a', 'first.jpg')).toBeUndefined();
    ledger.settle(['a']);
    expect(ledger.refused('a', 'first.jpg')).toContain('is refused under its own id');
  });
});

describe('An answer that is worse for lack of time', () => {
  const provisional = given({ answer: 'isnull', firmness: 'provisional' });

  it('may be bettered once', () => {
    const ledger = ledgerOf(provisional, given());

    expect(ledger.answered(given({ answer: '二' }))).toContain('and now "二"');
  });

  it('must not come after a better one that is remembered', () => {
    expect(ledgerOf(given()).answered(provisional)).toContain('and now "isnull"');
  });
});

describe("When the table's folder is gone", () => {
  it('an id may be given to another question', () => {
    const ledger = ledgerOf(given());
    ledger.forgetAll();

    expect(ledger.answered(given({ question: 'second.jpg', answer: '二' }))).toBeUndefined();
    expect(ledger.answered(given())).toContain('was given to "first.jpg"');
  });

  it('an environment that still remembers an answer does not make it firm, one that writes it does', () => {
    const ledger = ledgerOf(given());
    ledger.forgetAll();

    ledger.answered(given({ fromMemory: true }));
    expect(ledger.entry('a')?.firmness).toBe('void');
    ledger.answered(given());
    expect(ledger.entry('a')?.firmness).toBe('remembered');
  });

  it('the same question still has the same answer', () => {
    const ledger = ledgerOf(given());
    ledger.forgetAll();

    expect(ledger.answered(given({ answer: '二' }))).toContain('and now "二"');
  });

  it('a question whose id went to another one meanwhile may be refused', () => {
    const ledger = ledgerOf(given());
    ledger.forgetAll();
    ledger.contest('a');

    expect(ledger.refused('a', 'first.jpg')).toBeUndefined();
  });
});

it('A ledger gives the ids in the order in which they were answered first', () => {
  const ledger = ledgerOf(given(), given({ id: 'b' }), given());

  expect([ledger.size, ledger.idAt(0), ledger.idAt(1)]).toEqual([2, 'a', 'b']);
});
