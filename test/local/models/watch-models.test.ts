import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { weightsBeside } from '../../model-repository/support.ts';
import { changeManifest } from '../../support/fixtures.ts';
import { multiplication } from '../../support/onnx-graph.ts';
import { isAlive } from '../../support/processes.ts';
import { listen, send, startTiny, tinyModel } from '../support/tiny-service.ts';

/** The deadline is short, because a test waits for the workers of a replaced model, which end one deadline later. */
const environment = { DEADLINE_MILLISECONDS: '3000' };

describe('npm start -- --watch', () => {
  it('serves a changed model without refusing a request, and its old workers end', async () => {
    const lines = listen();
    const models = [tinyModel('watched'), tinyModel('other')] as const;
    const service = await startTiny({ models, watch: true, workers: 2, environment });
    const [first, second, ...others] = service.workers();
    const statuses = new Set<number>();
    let isOver = false;
    const clients = [1, 2].map(async () => {
      while (!isOver) statuses.add((await send(service.url, 'watched')).status);
    });

    changeManifest(models[0], { version: 'changed' });
    await expect.poll(lines).toContain('watched has changed: version changed is served');
    isOver = true;
    await Promise.all(clients);
    await expect.poll(() => isAlive(first!.pid!) || isAlive(second!.pid!)).toBe(false);

    // On a busy machine, a request may miss the short deadline in a worker or in the queue.
    expect([...statuses].filter((status) => status !== 504 && status !== 429)).toEqual([200]);
    expect(service.workers()).toEqual([expect.anything(), expect.anything(), ...others]);
    const response = await fetch(`${service.url}/v2/models/watched`);
    expect(await response.json()).toMatchObject({ versions: ['changed'] });
  });

  it('serves the old model until the changed one can be served', async () => {
    const lines = listen();
    const [model, renamed] = [tinyModel('watched'), tinyModel('other')] as const;
    const service = await startTiny({ models: [model, renamed], watch: true, environment });

    changeManifest(renamed, { model: 'renamed' });
    changeManifest(model, { members: [{ name: 'first', file: 'absent.onnx' }] });
    await expect.poll(lines).toContain('but its old version is served: its name is now renamed');
    await expect.poll(lines).toMatch(/its old version is served: .*absent\.onnx/);
    for (const name of ['watched', 'other'])
      await expect.poll(async () => (await send(service.url, name)).status).toBe(200);

    changeManifest(model, { members: [{ name: 'first', file: 'first.onnx' }], version: 'mended' });
    await expect.poll(lines).toContain('version mended is served');
  });

  it('reloads a bare file if it changes, or if its weights in another file change', async () => {
    const lines = listen();
    const folder = weightsBeside();
    const service = await startTiny({ models: [join(folder, 'model.onnx')], watch: true, environment });
    // Ten requests a second are so few that a busy machine has processors left to load the model.
    const interval = 100;
    const product = async () => {
      const body = JSON.stringify({ inputs: { x: [[1, 1, 1]] } });
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'the-same' };
      return (await fetch(`${service.url}/predictions/model`, { method: 'POST', headers, body })).json();
    };
    await expect.poll(product, { interval }).toEqual({ y: [[1, 2, 3]] });

    writeFileSync(join(folder, 'model.data'), Float32Array.of(1, 2, 4));
    await expect.poll(lines).toContain('model has changed');

    await expect.poll(product, { interval }).toEqual({ y: [[1, 2, 4]] });
    const fives = { bytes: new Uint8Array(Float32Array.of(5, 5, 5).buffer) };
    writeFileSync(join(folder, 'model.onnx'), multiplication('FP32', 3, fives));
    await expect.poll(product, { interval }).toEqual({ y: [[5, 5, 5]] });
    // The message follows shortly after the model is served, and must not appear in the next test.
    await expect.poll(() => lines().match(/model has changed/g)).toHaveLength(2);
  });
});
