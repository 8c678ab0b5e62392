import { describe, expect, it } from 'vitest';
import { serverMilliseconds } from '../../../load-tests/client/send.ts';

describe('the time in the function', () => {
  it.each([
    ['decode;dur=1.5, predict;dur=20, cache;dur=0.5', 22],
    ['predict;dur=20, total;dur=31.2', 31.2],
    ['queue;dur=300, decode;dur=1, predict;dur=20', 21],
    ['cache;desc="hit", lookup;desc="table";dur="4"', 4],
  ])('of %s is %d ms', (header, milliseconds) => {
    expect(serverMilliseconds(header)).toBe(milliseconds);
  });

  it.each([undefined, '', 'cache;desc=hit', 'predict;dur=soon'])('is unknown from %s', (header) => {
    expect(serverMilliseconds(header)).toBeUndefined();
  });
});
