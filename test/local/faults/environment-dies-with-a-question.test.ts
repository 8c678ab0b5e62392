/** A question given to a dead or dying environment got 502 while another was free: it is handed on once, within its budget. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startHolding } from '../helpers/held-questions.ts';
import { arriving, poolOf } from '../helpers/test-pool.ts';

/** In the pool's own time, however late a busy machine wakes it. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('A question whose environment dies', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is answered by a free one', async () => {
    const { pool, environments } = await poolOf({ provisioned: 2 });
    const question = arriving();
    pool.submit(question);

    environments[1]?.gone();
    await pass(60);

    expect(environments[0]?.ran).toEqual([question.requestId]);
    expect(question.settle).not.toHaveBeenCalled();
  });

  it('is not given to another that dies at the same moment, though one hears of that later', async () => {
    const { pool, environments } = await poolOf({ provisioned: 3 });
    const question = arriving();
    pool.submit(question);

    environments[2]?.gone();
    await pass(20);
    environments[1]?.gone();
    await pass(60);

    expect(environments[0]?.ran).toEqual([question.requestId]);
  });

  it('waits before those that came later when none is free', async () => {
    const { pool, environments } = await poolOf({ provisioned: 2 });
    const [first, second, third] = [arriving(), arriving(), arriving()];
    for (const question of [first, second, third]) pool.submit(question);

    environments[1]?.gone();
    await pass(60);
    environments[0]?.free();
    environments[0]?.free();

    expect(environments[0]?.ran).toEqual([second, first, third].map(({ requestId }) => requestId));
  });

  it('is given up when it has cost a second one', async () => {
    const { pool, environments } = await poolOf({ provisioned: 2 });
    const question = arriving();
    pool.submit(question);

    environments[1]?.gone();
    await pass(60);
    environments[0]?.gone();

    expect(question.settle.mock.calls).toEqual([[{ answered: false, failure: 'environment-died' }]]);
  });

  it('is given up when it could not be answered in time any more', async () => {
    const { pool, environments } = await poolOf({ provisioned: 2 });
    const question = { ...arriving(), arrival: performance.now() - 890 };
    pool.submit(question);

    environments[1]?.gone();

    expect(question.settle.mock.calls).toEqual([[{ answered: false, failure: 'environment-died' }]]);
  });

  it('waits for nobody where there is no queue', async () => {
    const { pool, environments } = await poolOf({ provisioned: 1, queue: false });
    const question = arriving();
    pool.submit(question);

    environments[0]?.gone();
    await pass(60);

    expect(question.settle).toHaveBeenCalledOnce();
  });

  it('joins the line when the one that was started for it fails', async () => {
    const { pool, environments } = await poolOf({ provisioned: 1, maxConcurrency: 2 });
    const [first, second] = [arriving(), arriving()];
    pool.submit(first);
    pool.submit(second);

    environments[1]?.gone();
    await pass(60);
    environments[0]?.free();

    expect(environments[0]?.ran).toEqual([first.requestId, second.requestId]);
  });
});

describe('A service', () => {
  it('answers a question whose environment was killed in the middle of it', async () => {
    const { service, held, ask } = await startHolding({ provisioned: 2, maxConcurrency: 2 });
    const requests = [ask(), ask()];
    await held.gathered(2);

    process.kill(service.environments()[0]?.pid as number, 'SIGKILL');
    held.release();
    const responses = await Promise.all(requests);

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });
});
