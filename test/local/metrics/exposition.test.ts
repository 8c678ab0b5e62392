import { expect, it } from 'vitest';
import { type Family, writeExposition } from '../../../local/metrics/exposition.ts';
import { Histogram } from '../../../local/metrics/model-counts.ts';

const gauge = (name: string, ...samples: Family['samples']): Family => {
  return { name, help: 'One\\two\nthree "four"', type: 'gauge', samples };
};

it('the text format escapes labels and help, writes any number, and leaves out what has none', () => {
  const nasty = { model: 'a "quoted"\\ name,\nof {two} lines=1', other: '' };
  const values = [0.1 + 0.2, 1e21, Number.POSITIVE_INFINITY, Number.NaN];
  const samples = values.map((value, index) => ({ ...(index === 0 && { labels: nasty }), value }));

  expect(writeExposition([gauge('nothing'), gauge('one', ...samples)])).toBe(
    [
      '# HELP one One\\\\two\\nthree "four"',
      '# TYPE one gauge',
      'one{model="a \\"quoted\\"\\\\ name,\\nof {two} lines=1",other=""} 0.30000000000000004',
      'one 1e+21',
      'one +Inf',
      'one NaN',
      '',
    ].join('\n'),
  );
});

it('a histogram counts each duration in every bucket that is wide enough', () => {
  const histogram = new Histogram();
  for (const seconds of [0.005, 0.0051, 0.3, 1, 99]) histogram.observe(seconds);

  const samples = histogram.samples({ model: 'a' });

  expect(samples.map(({ suffix, labels, value }) => `${suffix} ${labels?.le ?? ''} ${value}`)).toEqual([
    ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.25].map((le) => `_bucket ${le} ${le > 0.005 ? 2 : 1}`),
    ...[0.5, 0.75, 1, 2.5, 5, 10].map((le) => `_bucket ${le} ${le < 1 ? 3 : 4}`),
    '_bucket +Inf 5',
    expect.stringMatching(/^_sum {2}100\.3101/),
    '_count  5',
  ]);
});
