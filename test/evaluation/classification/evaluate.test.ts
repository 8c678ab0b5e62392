import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../evaluation/classification/evaluate.ts';
import type { Judge, Predictions } from '../../../evaluation/classification/judges.ts';
import type { LabelledSample } from '../../../evaluation/classification/labelled-samples.ts';
import { formatEvaluation } from '../../../evaluation/classification/table.ts';

const LISTED = ['永', '水'];

function labelled(label: string): LabelledSample {
  const name = `${label}/1.jpg`;
  return { label, name, read: async () => ({ name, label, mediaType: 'image/jpeg', bytes: Buffer.of(1) }) };
}

/** Predicts what it is told to, one after the other. */
function judgeOf(...labels: string[]): Judge {
  const predictions = labels.map((label): Predictions => {
    const best = new Map([['member', label]]);
    return { predicted: label, best, milliseconds: new Map([['member', 2]]), membersRun: 1 };
  });
  return { predict: async () => predictions.shift() as Predictions };
}

describe('evaluate', () => {
  it('takes the reject label as the right one for labels that are not listed', async () => {
    const samples = ['永', '水', '犬', '犬'].map(labelled);
    const labels = { listed: LISTED, reject: 'isnull' };

    const { listed, outside } = await evaluate(
      samples,
      judgeOf('永', '永', 'isnull', '水'),
      labels,
      () => {},
    );

    expect([...listed.scores]).toEqual([
      ['member', { right: 1, samples: 2 }],
      ['as predicted', { right: 1, samples: 2 }],
    ]);
    expect([...outside.scores]).toEqual([['as predicted', { right: 1, samples: 2 }]]);
    expect(listed.confusions(9)).toEqual([{ label: '水', prediction: '永', samples: 1 }]);
    expect(outside.confusions(9)).toEqual([{ label: '犬', prediction: '水', samples: 1 }]);
  });

  it('finds nothing right outside the list of a model that rejects nothing, and says so', async () => {
    const labels = { listed: LISTED, reject: undefined };

    const evaluation = await evaluate([labelled('犬')], judgeOf('水'), labels, () => {});

    expect(evaluation.outside.scores.get('as predicted')).toEqual({ right: 0, samples: 1 });
    const table = formatEvaluation(evaluation, labels.reject, 20);
    expect(table).toContain('Labels outside the list (none is right: the model rejects nothing)');
    expect(table).not.toContain('Labels of the list');
  });
});

describe('the table of an evaluation', () => {
  it('shows shares, times, members run and confusions', async () => {
    const labels = { listed: LISTED, reject: 'isnull' };
    const evaluation = await evaluate(['永', '水'].map(labelled), judgeOf('永', '永'), labels, () => {});

    const lines = formatEvaluation(evaluation, labels.reject, 20).split('\n');

    expect(lines).toContain('  member                    50.00 %   1 of 2   2.00 ms');
    expect(lines).toContain('  members run until the prediction is certain, samples   1: 100.0 %');
    expect(lines).toContain('  水 → 永  1');
  });
});
