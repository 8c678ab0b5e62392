import { describe, expect, it } from 'vitest';
import { Tally } from '../../../evaluation/classification/tally.ts';

describe('Tally', () => {
  it('counts the right responses of every judge apart', () => {
    const tally = new Tally();

    tally.count('small', true);
    tally.count('small', false);
    tally.count('ensemble', true);

    expect([...tally.scores]).toEqual([
      ['small', { right: 1, samples: 2 }],
      ['ensemble', { right: 1, samples: 1 }],
    ]);
  });

  it('lists the most frequent confusions first and no more than requested', () => {
    const tally = new Tally();

    tally.confuse('未', '末');
    tally.confuse('土', '士');
    tally.confuse('土', '士');

    expect(tally.confusions(1)).toEqual([{ label: '土', prediction: '士', samples: 2 }]);
  });

  it('says which share of the samples took how many members, fewest members first', () => {
    const tally = new Tally();

    for (const members of [3, 2, 2, 2]) tally.ran(members);

    expect(tally.membersRun).toEqual([
      [2, 0.75],
      [3, 0.25],
    ]);
  });

  it('gives the median time, which one slow inference does not move', () => {
    const tally = new Tally();

    for (const time of [2, 900, 1]) tally.spent('small', time);

    expect(tally.medianMilliseconds('small')).toBe(2);
    expect(tally.medianMilliseconds('ensemble')).toBeUndefined();
  });
});
