/** The budget was read from the wall clock: setting that must make no answer in flight shorter or longer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Budget } from '../../../functions/inference/service/budget.ts';
import type { Invocation } from '../../../local/environments/invocation.ts';
import { openGateway } from '../helpers/gateway.ts';

const HOUR = 3_600_000;
const LIMITS = { budgetMilliseconds: 1000, networkMarginMilliseconds: 100 };

describe.each([
  ['an hour ahead', HOUR],
  ['an hour back', -HOUR],
])('A clock that is set %s', (_, jump) => {
  it('while a question is answered changes nothing of what is left', () => {
    const clock = { wall: 100_000_000, steady: 5_000 };
    const budget = new Budget(LIMITS, clock.wall - 200, {
      wall: () => clock.wall,
      steady: () => clock.steady,
    });

    clock.wall += jump + 300;
    clock.steady += 300;

    expect(budget.millisecondsLeft()).toBe(400);
  });

  it('between gateway and function costs no more than what the question has waited', () => {
    const clocks = { wall: () => 100_000_000 + jump, steady: () => 5_000 };

    expect(new Budget(LIMITS, 100_000_000, clocks).millisecondsLeft()).toBe(900);
  });
});

describe('The stamp of the gateway', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['set an hour ahead', HOUR],
    ['set an hour back', -HOUR],
    ['left alone', 0],
    ['before 2001', -Date.now() + 5000],
  ])('is as old as the question has waited, by a clock that is %s meanwhile', async (_, jump) => {
    const { promise, resolve } = Promise.withResolvers<Invocation>();
    const { url } = await openGateway({}, resolve);
    const asking = fetch(url, { method: 'POST', body: 'a question' });
    const waiting = await promise;

    vi.advanceTimersByTime(400);
    vi.setSystemTime(Date.now() + jump);

    const { requestContext, body } = JSON.parse(waiting.event.toString());
    expect(Date.now() - requestContext.timeEpoch).toBe(400);
    expect(body).toBe('a question');
    waiting.settle({ answered: true, payload: Buffer.from('{"statusCode":204}') });
    expect((await asking).status).toBe(204);
  });
});
