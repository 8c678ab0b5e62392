import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../../../load-tests/sweep/markdown.ts';
import { Tally } from '../../../load-tests/waiting-clients/tally.ts';
import { exchanged } from '../fixtures/exchanges.ts';
import { measurements, rounds, setting } from './fixtures.ts';

const measured = measurements([
  ...rounds(setting(1), [100, 102]),
  ...rounds(setting(4, 4), [150, 154], { clients: 16, late: 3 }),
  ...rounds(setting(4, 4), [10, 12], { clients: 64, p99: null, lost: 500 }),
]);

describe('the report of a sweep', () => {
  it('has a row for each setting and number of clients, the best in bold', () => {
    const markdown = toMarkdown(measured);

    expect(markdown).toContain('| 1 × 1 | 8 | 101.0 | 1.0 | 10.0 | 20.0 | 0 | 0 | 0 | met |');
    expect(markdown).toContain('| **1 × 4, batches of 4** | **16** | **152.0** | **2.0** |');
    expect(markdown).toContain('| – | 0 | 0 | 1000 | missed: 50.0 % missed |');
    expect(markdown).toContain('2 × Some Processor');
    expect(markdown).toContain('`npm run load -- sweep digits`, commit abc1234; ONNX Runtime 1.30.0');
  });
});

describe('what clients saw', () => {
  const LIMIT = 1000;

  it('counts responses that came in the stretch, and requests that left in it', () => {
    const tally = new Tally(1000, 2000, LIMIT);
    tally.add(500, 900, exchanged());
    tally.add(900, 1100, exchanged());
    tally.add(1500, 1600, exchanged());
    tally.add(1900, 2100, exchanged());

    expect(tally.seen(4, 0.1)).toMatchObject({ clients: 4, requests: 2, responsesPerSecond: 2, lost: 0 });
  });

  it('tells late, refused and lost apart, none of them a response in time', () => {
    const tally = new Tally(0, 1000, LIMIT);
    tally.add(1, 999, exchanged({ milliseconds: 1500 }));
    tally.add(1, 2, exchanged({ status: 429, error: 'status 429' }));
    tally.add(1, 2, exchanged({ status: 200, error: 'another id' }));

    expect(tally.seen(1, 0)).toMatchObject({
      requests: 3,
      responsesPerSecond: 0,
      late: 1,
      refused: 1,
      lost: 1,
      failures: { 'status 429': 1, 'another id': 1 },
      p99: null,
    });
  });
});
