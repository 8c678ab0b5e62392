import { expect, it } from 'vitest';
import { reportOf, type ScoredSample } from '../../../evaluation/classifier-figures.ts';

const scored = (label: string, predicted: string, members: number, milliseconds: number): ScoredSample => {
  const judges = [{ name: 'small', best: predicted, milliseconds }];
  return { label, isListed: true, wanted: label, predicted, judges, membersRun: members };
};
const SAMPLES = [
  scored('未', '末', 3, 2),
  scored('土', '士', 2, 900),
  scored('土', '士', 2, 1),
  scored('永', '永', 2, 1),
  scored('水', '水', 2, 3),
];

it('the report of a classifier shows shares, median times, members run, and the most frequent confusions first', () => {
  const lines = reportOf(SAMPLES, 'isnull').text.split('\n');

  expect(lines).toEqual([
    'Labels of the list',
    '',
    '  small                     40.00 %   2 of 5   2.00 ms',
    '  as predicted              40.00 %   2 of 5',
    '',
    '  members run until the prediction is certain, samples   2: 80.0 %, 3: 20.0 %',
    '',
    '  label → prediction, samples',
    '  土 → 士  2',
    '  未 → 末  1',
    '',
  ]);
});

it('the report of a model that rejects nothing says that nothing is right outside of its list', () => {
  const { text } = reportOf(
    SAMPLES.map((sample) => ({ ...sample, isListed: false })),
    undefined,
  );

  expect(text).toContain('Labels outside the list (none is right: the model rejects nothing)');
  expect(text).not.toContain('Labels of the list');
});
