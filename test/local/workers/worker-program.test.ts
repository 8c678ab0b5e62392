/** Tests the program of workers with a real model. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WorkerPool } from '../../../local/workers/worker-pool.ts';
import { modelRepository, programFile } from '../../../project/paths.ts';
import { newFolder } from '../../support/new-folder.ts';
import { options, planOf, startPool } from './pools.ts';

const DIGITS = join(modelRepository, 'digits');

const samples = join(DIGITS, 'samples');
const sample = readdirSync(samples, { recursive: true, encoding: 'utf8' }).find((file) =>
  file.endsWith('.png'),
)!;
const picture = { pictures: [readFileSync(join(samples, sample))], everyLabel: false };
const plan = { model: 'digits', program: programFile('local/workers/worker-program') };

const pool = new WorkerPool(planOf(plan, DIGITS));
const graphs = await pool.start();
afterAll(() => pool.stop());

describe('A worker with a model', () => {
  it('returns the graphs of its members, predicts, and says how long that took', async () => {
    const { output, runs, explanation, milliseconds } = await pool.predict(picture, options());

    const files = ['cnn_5x5', 'resnet', 'cnn_3x3'].map((name) => join(DIGITS, `${name}.onnx`));
    expect(graphs.map(({ file }) => file)).toEqual(files);
    expect(output).toMatchObject([{ label: expect.stringMatching(/^\d$/), rejected: false }]);
    expect(runs.length).toBeGreaterThan(0);
    expect(explanation).toBeUndefined();
    const { queue, decode, predict } = milliseconds;
    for (const time of [queue, decode, predict]) expect(time).toBeGreaterThan(0);
  });

  it('explains the votes if a request asks for that', async () => {
    const { runs, explanation } = await pool.predict(picture, options(10_000, { explain: true }));

    expect(runs).toHaveLength(3);
    expect(explanation).toMatchObject({ members: [{}, {}, {}] });
  });

  it('runs requests that arrive together as one batch', async () => {
    const batching = await startPool({ ...plan, concurrency: 16 }, DIGITS);
    const requests = Array.from({ length: 16 }, () => batching.predict(picture, options()));

    const predictions = await Promise.all(requests);

    expect(Math.max(...predictions.map(({ runs }) => runs[0]?.batch ?? 0))).toBeGreaterThan(8);
    const labels = predictions.map(({ output }) => (output as { label: string }[])[0]!.label);
    expect(new Set(labels).size).toBe(1);
  });

  it.skipIf(process.platform === 'win32')('continues despite Ctrl-C and similar signals', async () => {
    const [worker] = pool.workers();

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(worker!.pid!, signal);

    for (let count = 0; count < 5; count += 1) await pool.predict(picture, options());
    expect([pool.deaths, pool.workers()]).toEqual([0, [worker]]);
  });

  it('fills the folder for compiled code, although it is killed', async () => {
    const compileCache = newFolder();
    const variables = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    await startPool({ ...plan, variables }, DIGITS);

    await expect.poll(() => readdirSync(compileCache, { recursive: true }).length).toBeGreaterThan(20);
  });
});
