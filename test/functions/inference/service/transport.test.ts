import { expect, it } from 'vitest';
import { waitedSince } from '../../../../functions/inference/service/transport.ts';

const NOW = 1_795_255_200_000;

it.each([
  ['as long as the clocks say', NOW - 300, 300],
  ['not at all if its time of arrival is unknown', undefined, 0],
  ['not at all if the clock of its sender is ahead', NOW + 5_000, 0],
  ['as long as API Gateway waits for a function', NOW - 30_000, 30_000],
  ['not at all if nobody would wait so long, because a clock was set', NOW - 30_001, 0],
])('a request has waited %s', (_, received, waited) => {
  expect(waitedSince(received, NOW)).toBe(waited);
});
