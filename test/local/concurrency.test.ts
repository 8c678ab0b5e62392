/** Environments that take several requests at once, as Lambda's do on Managed Instances. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FIXTURES, startFixture } from './helpers/fixture-service.ts';
import { heldQuestions, startHolding } from './helpers/held-questions.ts';

const environmentOf = (response: Response) => response.headers.get('x-subsecond-environment');

describe('An environment that takes several requests at once', () => {
  it('works on as many side by side, and lets the next ones wait', async () => {
    const { service, held, ask } = await startHolding({ concurrency: 3 });

    const requests = Array.from({ length: 4 }, () => ask());
    await held.gathered(3);
    await expect.poll(() => service.statistics().waiting).toBe(1);
    held.release();

    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await held.gathered(4);
  });

  it('shares them with another that is less busy', async () => {
    const { held, ask } = await startHolding({ concurrency: 3, provisioned: 2, maxConcurrency: 2 });

    // One for each: when they are started, it is not sure that they have asked for more.
    const requests = [ask(), ask()];
    await held.gathered(2);
    held.release();

    expect((await Promise.all(requests)).map(environmentOf).sort()).toEqual(['1', '2']);
  });

  it('loses none of them when it is killed: another answers', async () => {
    const options = { concurrency: 3, provisioned: 2, maxConcurrency: 2 };
    const { service, held, ask } = await startHolding(options);
    const requests = Array.from({ length: 6 }, () => ask());
    await held.gathered(6);

    process.kill(service.environments()[0]?.pid as number, 'SIGKILL');
    held.release();
    const responses = await Promise.all(requests);

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('finishes what it has before it stops', async () => {
    const { service, held, ask } = await startHolding({ concurrency: 3 });
    const requests = [ask(), ask()];
    await held.gathered(2);

    const stopped = service.stop();
    held.release();
    await stopped;

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
    await heldQuestions(service.logFile).gathered(1);
    await Promise.all([first, fetch(`${service.url}/pause`)]);

    await delay(1800);

    expect(service.environments().map(({ number }) => number)).toEqual([1]);
  });

  it('finishes what it has before it stops', async () => {
    const service = await eager();
    const requests = [1, 2].map(() => fetch(service.url));
    await heldQuestions(service.logFile).gathered(2);

    await service.stop();

    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
