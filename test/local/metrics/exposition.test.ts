import { describe, expect, it } from 'vitest';
import { writeExposition } from '../../../local/metrics/exposition.ts';
import { Histogram } from '../../../local/metrics/model-counts.ts';
import { parseExposition } from './parse-exposition.ts';

describe('the text format', () => {
  it('keeps whatever stands in labels, help and numbers', () => {
    const nasty = 'a "quoted"\\ name,\nof {two} lines=1';
    const samples = [
      { labels: { model: nasty, other: '' }, value: 0.1 + 0.2 },
      { labels: { model: 'inf' }, value: Number.POSITIVE_INFINITY },
      { labels: { model: 'large' }, value: 1e21 },
      { value: Number.NaN },
    ];

    const text = writeExposition([
      { name: 'a_gauge', help: 'One\\two\nthree "four"', type: 'gauge', samples },
    ]);

    const family = parseExposition(text).get('a_gauge');
    expect(family).toMatchObject({ type: 'gauge', help: 'One\\two\nthree "four"' });
    expect(family?.samples).toEqual(
      samples.map(({ labels = {}, value }) => ({ name: 'a_gauge', labels, value })),
    );
  });

  it('leaves out what has no number, and ends with a line feed', () => {
    const text = writeExposition([
      { name: 'nothing', help: 'Nothing.', type: 'counter', samples: [] },
      { name: 'one_total', help: 'One.', type: 'counter', samples: [{ value: 1 }] },
    ]);

    expect(text).toBe('# HELP one_total One.\n# TYPE one_total counter\none_total 1\n');
  });

  it('puts each duration into the first bucket that is wide enough', () => {
    const histogram = new Histogram();
    for (const seconds of [0.005, 0.0051, 0.3, 1, 99]) histogram.observe(seconds);

    const samples = histogram.samples({ model: 'a' });

    const upTo = (le: string) => samples.find(({ labels }) => labels?.le === le)?.value;
    expect([
      upTo('0.005'),
      upTo('0.01'),
      upTo('0.25'),
      upTo('0.5'),
      upTo('1'),
      upTo('10'),
      upTo('+Inf'),
    ]).toEqual([1, 2, 2, 3, 4, 4, 5]);
    const text = writeExposition([{ name: 'some_seconds', help: 'Some.', type: 'histogram', samples }]);
    expect(parseExposition(text).get('some_seconds')?.samples.at(-2)?.value).toBeCloseTo(100.3101);
  });
});

describe('the parser of these tests', () => {
  it.each([
    ['no line feed at the end', '# TYPE a counter\na 1'],
    ['a sample without a type', 'a 1\n'],
    ['a type that there is not', '# HELP a A.\n# TYPE a number\na 1\n'],
    [
      'two groups of one name',
      '# HELP a A.\n# TYPE a gauge\na 1\n# HELP b B.\n# TYPE b gauge\nb 1\n# HELP a A.\n',
    ],
    ['a sample twice', '# HELP a A.\n# TYPE a gauge\na{b="c"} 1\na{b="c"} 2\n'],
    ['a label that is not escaped', '# HELP a A.\n# TYPE a gauge\na{b="c"d"} 1\n'],
    ['an escape that there is not', '# HELP a A.\n# TYPE a gauge\na{b="\\t"} 1\n'],
    [
      'buckets that fall',
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
    ['no last bucket', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n'],
  ])('refuses %s', (_, text) => {
    expect(() => parseExposition(text)).toThrow();
  });
});
