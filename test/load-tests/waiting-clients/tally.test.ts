import { expect, it } from 'vitest';
import { Tally } from '../../../load-tests/waiting-clients/tally.ts';
import { exchanged } from '../fixtures/exchanges.ts';

it('the figures of waiting clients count responses that arrived, and requests that left, in the interval', () => {
  const tally = new Tally(1000, 2000, 1000);
  const received = [900, 1100, 1600, 2100];
  for (const [index, sent] of [500, 900, 1500, 1900].entries())
    tally.add(sent, received[index]!, exchanged());

  expect(tally.seen(4, 0.1)).toMatchObject({ clients: 4, requests: 2, responsesPerSecond: 2, lost: 0 });
});

it('late, refused and lost requests count separately, and not as responses in time', () => {
  const tally = new Tally(0, 1000, 1000);
  tally.add(1, 999, exchanged({ milliseconds: 1500 }));
  tally.add(1, 2, exchanged({ status: 429, error: 'status 429' }));
  tally.add(1, 2, exchanged({ status: 200, error: 'another id' }));

  const missed = { late: 1, refused: 1, lost: 1, failures: { 'status 429': 1, 'another id': 1 } };
  expect(tally.seen(1, 0)).toMatchObject({ requests: 3, responsesPerSecond: 0, p99: null, ...missed });
});
