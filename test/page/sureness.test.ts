import { describe, expect, it } from 'vitest';
import { doubtProof, surenessOf } from '../../functions/page/browser/result/certainty.ts';

const CERTAINTY = {
  measuredOn: '500 validation pictures',
  words: [
    { word: 'sure', from: 0.8, right: 390, predictions: 400 },
    { word: 'probably', from: 0.5, right: 64, predictions: 80 },
    { word: 'perhaps', from: 0, right: 10, predictions: 20 },
  ],
  refused: { right: 3, predictions: 7 },
};

describe('how sure a response is', () => {
  it.each([
    [0.93, 'sure'],
    [0.8, 'sure'],
    [0.79, 'probably'],
    [0.1, 'perhaps'],
  ])('is said of a confidence of %d in the word that validation has measured', (confidence, words) => {
    expect(surenessOf(confidence, CERTAINTY)).toMatchObject({ words });
  });

  it('comes with what such responses were worth', () => {
    expect(surenessOf(0.6, CERTAINTY).proof).toBe(
      '80.0 % of such responses were right: 64 of 80, on 500 validation pictures',
    );
    expect(doubtProof(CERTAINTY)).toContain('right 3 of 7 times');
  });

  it('is said in per cent where nobody has measured anything, or not of so little confidence', () => {
    const [sure] = CERTAINTY.words;

    expect(surenessOf(0.853, undefined)).toEqual({ words: '85.3 % sure' });
    expect(surenessOf(0.1, { ...CERTAINTY, words: [sure!] })).toEqual({ words: '10.0 % sure' });
    expect(doubtProof(undefined)).toBe('');
  });
});
