import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startFixture } from './helpers/fixture-service.ts';
import { startHolding } from './helpers/held-questions.ts';

const environmentOf = (response: Response) => response.headers.get('x-subsecond-environment');

describe('Provisioned environments', () => {
  it('are warm before the port opens', async () => {
    const service = await startFixture('lingering', { provisioned: 2, maxConcurrency: 2 });

    const response = await fetch(service.url);

    expect(await response.json()).toEqual({ initialization: 'provisioned-concurrency', warm: true });
    expect(service.environments().map(({ provisioned }) => provisioned)).toEqual([true, true]);
  });

  it('serve one request at a time each, side by side', async () => {
    const { held, ask } = await startHolding({ provisioned: 2, maxConcurrency: 2 });

    const requests = [ask(), ask()];
    await held.gathered(2);
    held.release();

    expect((await Promise.all(requests)).map(environmentOf).sort()).toEqual(['1', '2']);
  });
});

describe('A request that finds no free environment', () => {
  it('starts a cold one, which is counted and told', async () => {
    const { service, held, ask } = await startHolding({ maxConcurrency: 2 });

    const first = ask();
    await held.gathered(1);
    const second = await fetch(service.url);
    held.release();

    expect(environmentOf(second)).toBe('2');
    expect(second.headers.get('x-subsecond-spillover')).toBe('true');
    expect((await first).headers.has('x-subsecond-spillover')).toBe(false);
    expect(service.statistics().spillOver).toBe(1);
  });

  it('is told by the cold environment that nobody had provisioned it', async () => {
    const { url } = await startFixture('lingering', { provisioned: 0 });

    const cold = await fetch(url);

    expect(await cold.json()).toEqual({ initialization: 'on-demand', warm: false });
    expect(cold.headers.get('x-subsecond-spillover')).toBe('true');
  });

  it('finds the cold environment warm the next time', async () => {
    const { url } = await startFixture('echo', { provisioned: 0 });

    await fetch(url);
    const next = await fetch(url);

    expect(environmentOf(next)).toBe('1');
    expect(next.headers.has('x-subsecond-spillover')).toBe(false);
  });

  it('waits its turn while its budget can be kept', async () => {
    const { service, held, ask } = await startHolding();

    const requests = [1, 2, 3, 4].map(() => ask());
    await expect.poll(() => service.statistics().waiting).toBe(3);
    held.release();

    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('is refused with 429 and Retry-After when its turn does not come within its budget', async () => {
    const { url } = await startFixture('slow');
    // The service learns what its requests take.
    for (let count = 0; count < 20; count += 1) await fetch(`${url}/?milliseconds=100`);

    const refusals: number[] = [];
    const began = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const response = await fetch(`${url}/?milliseconds=100`);
        if (response.status === 429) refusals.push(performance.now() - began);
        return response;
      }),
    );

    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(2);
    expect(refused.length).toBeLessThan(13);
    expect(Math.min(...refusals)).toBeGreaterThan(500);
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await refused[0]?.json()).toMatchObject({ type: 'urn:subsecond:problem:too-busy', status: 429 });
  });

  it('is refused when its budget has run out while it waited', async () => {
    const { service, held, ask } = await startHolding({ environment: { BUDGET_MILLISECONDS: '500' } });

    const long = ask();
    await held.gathered(1);
    const waiting = await fetch(service.url);
    held.release();

    expect([waiting.status, (await long).status]).toEqual([429, 200]);
  });

  it('is refused at once where there is no queue', async () => {
    const { held, ask } = await startHolding({ queue: false });

    const first = ask();
    await held.gathered(1);
    const others = await Promise.all([ask(), ask()]);
    held.release();

    expect([await first, ...others].map(({ status }) => status)).toEqual([200, 429, 429]);
  });

  it('gives up its place when its client goes away', async () => {
    const { service, held, ask } = await startHolding();
    const long = ask();
    await held.gathered(1);

    const leaving = request(service.url)
      .on('error', () => {})
      .end();
    await expect.poll(() => service.statistics().waiting).toBe(1);
    leaving.destroy();

    await expect.poll(() => service.statistics().waiting).toBe(0);
    held.release();
    expect((await long).status).toBe(200);
  });
});
