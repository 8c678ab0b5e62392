import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIXTURES, startFixture } from './helpers/fixture-service.ts';

const typeOf = async (response: Response) => ((await response.json()) as { type: string }).type;

describe('A request that ends its environment', () => {
  it('costs two of them and gets 502, and both are replaced', async () => {
    const service = await startFixture('crash', { environment: { BUDGET_MILLISECONDS: '10000' } });
    const before = await (await fetch(service.url)).text();

    const response = await fetch(`${service.url}/kill`);
    const after = await (await fetch(service.url)).text();

    expect(response.status).toBe(502);
    expect(await typeOf(response)).toBe('urn:subsecond:problem:environment-died');
    expect(after).toMatch(/^\d+$/);
    expect(after).not.toBe(before);
    expect(service.statistics().deaths).toBe(2);
  });
});

describe('A function', () => {
  it('that throws costs its request a 502 and lives on', async () => {
    const service = await startFixture('crash');
    const [before] = service.environments();

    const response = await fetch(`${service.url}/throw`);

    expect(response.status).toBe(502);
    expect(await typeOf(response)).toBe('urn:subsecond:problem:function-error');
    expect(service.environments()).toEqual([before]);
  });

  it('that returns what is no JSON costs its request a 502 and lives on', async () => {
    const { url } = await startFixture('crash');

    expect((await fetch(`${url}/circular`)).status).toBe(502);
    expect((await fetch(url)).status).toBe(200);
  });

  it('that ends its process every time costs its request a 502', async () => {
    const { url } = await startFixture('crash', { environment: { BUDGET_MILLISECONDS: '10000' } });

    expect((await fetch(`${url}/exit`)).status).toBe(502);
    expect((await fetch(url)).status).toBe(200);
  });

  it('that hangs is killed at its time-out and replaced', async () => {
    const { url } = await startFixture('hang', { functionTimeoutMilliseconds: 300 });

    const hung = await fetch(url);

    expect(hung.status).toBe(504);
    expect(await typeOf(hung)).toBe('urn:subsecond:problem:function-timed-out');
    expect(await (await fetch(`${url}/well`)).text()).toBe('well');
  });

  it('whose runtime client answers and never asks for the next event is killed at its time-out', async () => {
    const runtime = [process.execPath, join(FIXTURES, 'idle-runtime.mjs')];
    const service = await startFixture('echo', { runtime, functionTimeoutMilliseconds: 500 });

    expect(await (await fetch(service.url)).text()).toBe('done');

    const numbers = () => service.environments().map(({ number }) => number);
    await expect.poll(numbers, { timeout: 5000 }).toEqual([2]);
  });

  it('that is killed while idle is replaced before anybody asks', async () => {
    const service = await startFixture('echo');
    const [before] = service.environments();

    process.kill(before?.pid as number, 'SIGKILL');

    await expect.poll(() => service.environments().map(({ number }) => number)).toEqual([2]);
    await expect.poll(async () => (await fetch(service.url)).status).toBe(200);
  });
});

describe('A function that cannot be loaded', () => {
  it('stops the start with its own message', async () => {
    await expect(startFixture('broken')).rejects.toThrow(
      'the task handwriting could not start: members/tiny.onnx: no such file',
    );
  });

  it('stops the start when its file is missing', async () => {
    await expect(startFixture('absent')).rejects.toThrow('no file for the handler absent.handler');
  });

  it('costs a request a 502 when it was started for that', async () => {
    const { url } = await startFixture('broken', { provisioned: 0 });

    expect((await fetch(url)).status).toBe(502);
  });
});

describe('A service that is killed', () => {
  it('listens no longer', async () => {
    const service = await startFixture('echo');

    await service.kill();

    await expect(fetch(service.url)).rejects.toThrow('fetch failed');
  });
});
