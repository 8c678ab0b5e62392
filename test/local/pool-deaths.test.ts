import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Environment } from '../../local/environments/environment.ts';
import type { Invocation } from '../../local/environments/invocation.ts';
import { type Launch, Pool } from '../../local/environments/pool.ts';
import { startFixture } from './helpers/fixture-service.ts';

function arriving(requestId: string): Invocation {
  const arrival = performance.now();
  return { requestId, event: Buffer.alloc(0), traceId: '', arrival, spillOver: false, settle: vi.fn() };
}

/** A pool of one place whose environments get ready, run and end when the test says so. */
function poolOfOne(provisioned: 0 | 1) {
  const environments: { ready: boolean; ran: string[]; free(): void; gone(): void }[] = [];
  const launch: Launch = (initializationType, listener) => {
    const number = environments.length + 1;
    const ran: string[] = [];
    const run = ({ requestId }: Invocation) => void ran.push(requestId);
    const environment = { number, initializationType, ready: false, ending: false, run, kill: vi.fn() };
    const itself = environment as unknown as Environment;
    environments.push(
      Object.assign(environment, {
        ran,
        free: () => {
          const busy = environment.ready ? 10 : undefined;
          environment.ready = true;
          listener.free(itself, busy);
        },
        gone: () => listener.gone(itself, 'the test ends it'),
      }),
    );
    return itself;
  };
  const pool = new Pool(
    { name: 'a-task', provisioned, maxConcurrency: 1, queue: true, budgetMilliseconds: 900 },
    launch,
  );
  onTestFinished(() => pool.kill());
  return { pool, environments };
}

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
    const { pool, environments } = poolOfOne(0);
    pool.submit(arriving('first'));
    environments[0]?.free();
    pool.submit(arriving('waiting'));

    environments[0]?.gone();
    pool.submit(arriving('newcomer'));
    await expect.poll(() => environments.length).toBe(2);
    environments[1]?.free();
    environments[1]?.free();

    expect(environments[1]?.ran).toEqual(['waiting', 'newcomer']);
  });

  it('those that wait cost no more starts than the restart delays allow when none gets ready', async () => {
    const { url, statistics } = await startFixture('broken', { provisioned: 0 });

    const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));

    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([429, 502]));
    expect(statistics().deaths).toBeLessThan(6);
  });
});

describe('A pool', () => {
  it('does not run a request whose client went away during the cold start', () => {
    const { pool, environments } = poolOfOne(0);
    const leaving = arriving('leaving');
    pool.submit(leaving);
    pool.submit(arriving('waiting'));

    pool.withdraw(leaving);
    environments[0]?.free();

    expect(environments[0]?.ran).toEqual(['waiting']);
  });

  it('starts nothing after it was killed', async () => {
    const { pool, environments } = poolOfOne(1);
    const warm = pool.warm();
    environments[0]?.free();
    await warm;

    environments[0]?.gone();
    pool.kill();
    await delay(50);

    expect(environments).toHaveLength(1);
  });
});
