import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startFixture } from './helpers/fixture-service.ts';
import { arriving, poolOf } from './helpers/test-pool.ts';

describe('When an environment that nobody provisioned dies', () => {
  it('the request that waits gets a new one', async () => {
    const { url, statistics } = await startFixture('crash', {
      provisioned: 0,
      environment: { BUDGET_MILLISECONDS: '10000' },
    });
    const dying = fetch(`${url}/exit`);
    await expect.poll(() => statistics().spillOver).toBe(1);

    const waiting = fetch(url);

    expect((await dying).status).toBe(502);
    expect((await waiting).status).toBe(200);
    expect((await waiting).headers.get('x-subsecond-spillover')).toBe('true');
  });

  it('a newcomer goes behind those that wait', async () => {
    const { pool, environments } = await poolOf({ provisioned: 0 });
    pool.submit(arriving('first'));
    environments[0]?.free();
    pool.submit(arriving('waiting'));

    environments[0]?.gone();
    pool.submit(arriving('newcomer'));
    await expect.poll(() => environments.length).toBe(2);
    for (let turn = 0; turn < 3; turn += 1) environments[1]?.free();

    expect(environments[1]?.ran).toEqual(['first', 'waiting', 'newcomer']);
  });

  it('those that wait cost no more starts than the restart delays allow when none gets ready', async () => {
    const { url, statistics } = await startFixture('broken', { provisioned: 0 });

    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([429, 502]));
    expect(statistics().deaths).toBeLessThan(6);
  });
});

describe('A pool', () => {
  it('does not run a request whose client went away during the cold start', async () => {
    const { pool, environments } = await poolOf({ provisioned: 0 });
    const leaving = arriving('leaving');
    pool.submit(leaving);
    pool.submit(arriving('waiting'));

    pool.withdraw(leaving);
    environments[0]?.free();

    expect(environments[0]?.ran).toEqual(['waiting']);
  });

  it('starts nothing after it was killed', async () => {
    const { pool, environments } = await poolOf({ provisioned: 1 });

    environments[0]?.gone();
    pool.kill();
    await delay(50);

    expect(environments).toHaveLength(1);
  });
});
