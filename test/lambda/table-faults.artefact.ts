/** The function under AWS's runtime client with a table that fails. Every request must get its response. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyTable } from '../functions/support/faulty-table.ts';
import { layOutForLambda } from './artefacts.ts';
import { startFunction } from './function.ts';
import { source } from './samples.ts';

const [sample] = source.samples;
const faulty = await startFaultyTable();
// The time-out of the table is far below the deadline of a request.
const limits = { DEADLINE_MILLISECONDS: '5000', CACHE_MILLISECONDS: '150' };
const variables = { ...faulty.environment, ...limits };
const lambda = await startFunction(await layOutForLambda(), { variables });

beforeEach(() => faulty.fail('none'));
afterAll(() => Promise.all([lambda.stop(), faulty.stop()]));

/** Sends a request. @returns its status, the outcome of the cache, and the duration in milliseconds */
async function send(id: string, retry = 2) {
  const began = performance.now();
  const { status, headers } = await lambda.fetch(source.client.request(sample!, id, retry));
  return { status, cache: headers['x-subsecond-cache'], took: performance.now() - began };
}

describe('the function with a table', () => {
  it.each(['none', 'throttled', 'failing'] as const)('stores its response: once %s', async (fault) => {
    faulty.fail(fault, 1);

    expect(await send(`once ${fault}`)).toMatchObject({ status: 200, cache: 'miss' });
    expect(await send(`once ${fault}`, 1)).toMatchObject({ status: 200, cache: 'hit' });
  });

  it.each(['slow', 'throttled', 'gone'] as const)(
    'responds although the table is %s, and says so',
    async (fault) => {
      faulty.fail(fault);

      const { status, cache, took } = await send(`always ${fault}`);

      expect([status, cache]).toEqual([200, 'degraded']);
      console.log(`a table that is ${fault}: ${took.toFixed(0)} ms`);
      expect(took).toBeLessThan(2000);
    },
  );

  it('stores the missing responses when the table is back', async () => {
    const owed = async () => (await send('always gone', 1)).cache;

    await expect.poll(owed, { timeout: 10_000 }).toBe('hit');
  });
});
