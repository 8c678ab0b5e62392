import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printWelcome } from '../../../local/command/welcome.ts';
import { startService } from '../../../local/service.ts';
import { freeze, listen, send, startTiny, tinyModel, waiting } from '../support/tiny-service.ts';

describe('A service of several models', () => {
  it('serves each at its own addresses with its own workers, and the first also at addresses without a name', async () => {
    const printed = listen();
    const models = [tinyModel('one', { title: 'The first' }), tinyModel('two', { version: '7' })];
    const service = await startTiny({ models, workers: 2 });
    const { url } = service;
    await printWelcome(service, false);
    const read = async (path: string) => (await fetch(url + path)).json();

    expect(printed()).toMatch(/workers +2 of each model ready/);
    expect(printed()).toMatch(/^ {2}model +one \(The first\), version .*: http:.*\/models\/one\/docs$/m);
    expect(printed()).toMatch(/^curl (?!.*x-api-key)/m);
    expect(await read('/healthz')).toMatchObject({ model: 'one' });
    expect(await read('/models/two/healthz')).toMatchObject({ model: 'two' });
    expect(await read('/v2/models/two')).toMatchObject({ name: 'two', versions: ['7'] });
    expect((await send(url, 'two')).status).toBe(200);
    expect(await read('/v2/models/nope')).toHaveProperty('error', expect.stringContaining('nope'));

    const workers = service.workers();
    expect(workers.map(({ model }) => model)).toEqual(['one', 'one', 'two', 'two']);
    expect(new Set(workers.map(({ number }) => number)).size).toBe(4);
  });

  const onUnix = it.skipIf(process.platform === 'win32');
  onUnix('responds with one model while another model has no free worker', async () => {
    const service = await startTiny({ models: [tinyModel('one'), tinyModel('two')] });
    const release = freeze(service, 'one');
    const held = [send(service.url, 'one'), send(service.url, 'one')];
    await waiting(service, 1);

    const other = await send(service.url, 'two');
    release();

    expect(other.status).toBe(200);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });

  onUnix('lets a request wait until the deadline of its model, then says when to repeat it', async () => {
    // After 100 ms of silence, the pool starts another worker. The short deadline passes before that worker is ready.
    const models = [tinyModel('hasty', { deadlineMilliseconds: 150 }), tinyModel('patient')];
    const service = await startTiny({ models, environment: {} });
    const release = freeze(service);
    const patient = [send(service.url, 'patient'), send(service.url, 'patient')];
    // The frozen worker takes one of these requests, which gets 504. The other one waits in the queue. Which one waits depends
    // on the system, which spreads connections over several sockets.
    const hasty = [send(service.url, 'hasty'), send(service.url, 'hasty')].map(async (one) => {
      const response = await one;
      return response.status === 504 ? Promise.reject(response) : response;
    });

    const refused = await Promise.any(hasty);
    release();

    expect([refused.status, Number(refused.headers.get('retry-after')) >= 1]).toEqual([429, true]);
    expect((await Promise.all(patient)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('names the model that could not start, and the file that is missing', async () => {
    const broken = tinyModel('broken');
    rmSync(join(broken, 'second.onnx'));

    await expect(startTiny({ models: [tinyModel('one'), broken] })).rejects.toThrow(
      /^the model broken could not start: .*second\.onnx/,
    );
  });

  const one = () => tinyModel('one');
  it.each([
    ['the same model twice', Array(2).fill(one()), /^the model one is named twice: /],
    ['two models of the same name', [one(), one()], /are both called "one": change "model"/],
    ['no model', [], 'a service needs at least one model'],
  ])('refuses %s in one line', async (_, models, message) => {
    const started = startService({ port: 0, models });

    await expect(started).rejects.toThrow(message);
    await expect(started).rejects.toMatchObject({ exitCode: 2 });
  });
});
