/** Environments that take several requests at once, as Lambda's do on Managed Instances. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FIXTURES, startFixture } from './helpers/fixture-service.ts';

const environmentOf = (response: Response) => response.headers.get('x-subsecond-environment');

describe('An environment that takes several requests at once', () => {
  it('works on as many side by side, and lets the next ones wait', async () => {
    const { url } = await startFixture('slow', { concurrency: 3 });
    const began = performance.now();
    const times: number[] = [];

    await Promise.all(
      Array.from({ length: 4 }, async () => {
        await fetch(`${url}/?milliseconds=300`);
        times.push(performance.now() - began);
      }),
    );

    const [first, , third, fourth] = times as [number, number, number, number];
    expect(third - first).toBeLessThan(250);
    expect(fourth - first).toBeGreaterThan(250);
  });

  it('shares them with another that is less busy', async () => {
    const { url } = await startFixture('slow', { concurrency: 3, provisioned: 2, maxConcurrency: 2 });

    const responses = await Promise.all(Array.from({ length: 4 }, () => fetch(`${url}/?milliseconds=300`)));

    expect(new Set(responses.map(environmentOf))).toEqual(new Set(['1', '2']));
  });

  it('loses none of them when it is killed: another answers', async () => {
    const service = await startFixture('slow', {
      concurrency: 3,
      provisioned: 2,
      maxConcurrency: 2,
      environment: { BUDGET_MILLISECONDS: '10000' },
    });
    const requests = Array.from({ length: 6 }, () => fetch(`${service.url}/?milliseconds=300`));
    await delay(100);

    process.kill(service.environments()[0]?.pid as number, 'SIGKILL');
    const responses = await Promise.all(requests);

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('finishes what it has before it stops', async () => {
    const service = await startFixture('slow', { concurrency: 3 });
    const requests = [1, 2].map(() => fetch(`${service.url}/?milliseconds=300`));
    await delay(100);

    await service.stop();

    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('An environment whose client asks for the next event before it has answered, as AWS’s does', () => {
  const runtime = [process.execPath, join(FIXTURES, 'eager-runtime.mjs')];
  const eager = (options = {}) => startFixture('none', { runtime, concurrency: 3, ...options });

  it('gets no more at once than it takes, and answers each', async () => {
    const { url } = await eager({ environment: { BUDGET_MILLISECONDS: '10000' } });
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`);

    const began = performance.now();
    const answers = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));

    expect(answers).toEqual(paths);
    // Four turns of three at once, of 100 ms each.
    expect(performance.now() - began).toBeGreaterThan(390);
  });

  it('is done with a request by its answer, and not killed for one that is answered', async () => {
    const service = await eager({ functionTimeoutMilliseconds: 1500 });
    await Promise.all([1, 2].map(() => fetch(service.url)));

    await delay(1800);

    expect(service.environments().map(({ number }) => number)).toEqual([1]);
  });

  it('is done with all that it has answered when it asks again', async () => {
    const service = await eager({ functionTimeoutMilliseconds: 1500 });
    const first = fetch(service.url);
    await delay(30);
    await Promise.all([first, fetch(`${service.url}/pause`)]);

    await delay(1800);

    expect(service.environments().map(({ number }) => number)).toEqual([1]);
  });

  it('finishes what it has before it stops', async () => {
    const service = await eager();
    const requests = [1, 2].map(() => fetch(service.url));
    await delay(50);

    await service.stop();

    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
