import { describe, expect, it } from 'vitest';
import { enough, settled } from '../../functions/page/browser/shell/settled.ts';

function answered(count: number, decidedAfter: number | undefined, header: string) {
  const members = Array.from({ length: count }, () => ({ name: 'one', weight: 1, milliseconds: 1 }));
  const decided = decidedAfter !== undefined && { decidedAfter };
  const explanation = { reply: null, answer: '', cache: 'miss' as const, version: '1', stages: {} };
  return { explanation: { ...explanation, members, ...decided }, members: header, milliseconds: 1 };
}

describe('how many members an answer took', () => {
  it.each([
    [3, 1, '3/3', 'The first of 3 models settled it; the other 2 were asked for show'],
    [3, 2, '3/3', 'The first 2 of 3 models settled it; the other was asked for show'],
    [3, 3, '3/3', 'It took all 3 models to settle it'],
    [2, undefined, '2/2', 'It took all 2 models to settle it'],
    [1, 1, '1/1', 'One model answered'],
    [1, undefined, '1/3; shortened', '1 of 3 models answered: for more there was no time'],
  ])('is said where %i voted and it was settled after %s, of %s', (count, decidedAfter, header, words) => {
    expect(settled(answered(count, decidedAfter, header))).toEqual([words]);
  });

  it('is not said where none was asked', () => {
    expect(settled(answered(0, undefined, '0/3'))).toEqual([]);
  });

  it('is said in a few words where not all were needed', () => {
    expect([1, 2, 3].map((after) => enough(answered(3, after, '3/3')))).toEqual([
      ['1 of 3 models was enough'],
      ['2 of 3 models were enough'],
      [],
    ]);
  });
});
