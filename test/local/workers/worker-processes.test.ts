/** Pools of real worker processes without a model. The processes run the command in a request's input. */
import { openSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../../local/workers/worker-pool.ts';
import { newFolder } from '../../support/new-folder.ts';
import { options, startPool } from './pools.ts';

/** Runs a command in a worker. @returns its output */
async function run(pool: WorkerPool, command: object) {
  return (await pool.predict(command, options())).output as { pid: number; value: unknown };
}

describe('A message between front and worker', () => {
  it('keeps typed arrays, wherever they lie in its bytes, and contains only the given part of a buffer', async () => {
    const pool = await startPool();
    const value = {
      odd: new Uint8Array([1, 2, 3]),
      halves: new Uint16Array([1, 65_535]),
      floats: new Float32Array([0.5, -1, Number.POSITIVE_INFINITY]),
      doubles: new Float64Array([Math.PI]),
      long: new BigInt64Array([-1n, 2n ** 62n]),
      bytes: [new Uint8Array([7]), new Uint8Array(0)],
      missing: undefined,
    };
    const part = Buffer.from('<the picture>').subarray(1, -1);

    const arrived = (await run(pool, { value: { ...value, part } })).value as { part: Uint8Array };

    expect(arrived).toMatchObject(value);
    expect(Buffer.from(arrived.part).toString()).toBe('the picture');
  });

  it('keeps problems with their fields and headers, and name, message and stack of other errors', async () => {
    const pool = await startPool();

    await expect(run(pool, { do: 'problem' })).rejects.toMatchObject({
      name: 'Problem',
      problem: 'image-unreadable',
      status: 422,
      message: 'The image is damaged.',
      errors: [{ pointer: '/image', detail: 'is no picture' }],
      headers: { 'x-reason': 'test' },
    });
    const error = await run(pool, { do: 'throw' }).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'RangeError', message: 'a member failed' });
    expect((error as Error).stack).toContain('fake-worker');
  });

  it('is not disturbed by output of a worker, which goes to the pool’s descriptor', async () => {
    const logFile = join(newFolder(), 'service.log');
    const pool = await startPool({ output: openSync(logFile, 'a'), logFile });

    await run(pool, { do: 'print' });

    expect(readFileSync(logFile, 'utf8')).toBe('printed by the worker\n');
  });
});

it.each(['die', 'close'])(
  'A request that ends three workers (%s) gets 502, and the next request is served',
  async (command) => {
    const pool = await startPool();

    await expect(run(pool, { do: command })).rejects.toMatchObject({ problem: 'worker-died', status: 502 });

    expect(pool.deaths).toBe(3);
    await expect(run(pool, { value: 1 })).resolves.toMatchObject({ value: 1 });
  },
);

it('A worker that does not respond costs later requests nothing, because another worker responds', async () => {
  const pool = await startPool({ timeoutMilliseconds: 1000, concurrency: 2 });
  const hung = expect(run(pool, { do: 'hang' })).rejects.toMatchObject({ problem: 'worker-timed-out' });
  await delay(800);

  const beside = run(pool, { value: 'beside' });

  await hung;
  await expect(beside).resolves.toMatchObject({ value: 'beside' });
});

it('A worker that responds in time is not replaced, and has a lower priority than the front process', async () => {
  const timeoutMilliseconds = 1500;
  const pool = await startPool({ timeoutMilliseconds });
  const until = performance.now() + 1.5 * timeoutMilliseconds;
  const pids = new Set<number>();
  while (performance.now() < until) {
    pids.add((await run(pool, {})).pid);
    await delay(20);
  }

  expect([pids.size, pool.deaths]).toEqual([1, 0]);
  const [pid] = pids;
  if (process.platform !== 'win32') expect(getPriority(pid)).toBeGreaterThan(getPriority());
});

it('A pool cannot start if a worker ends', async () => {
  await expect(startPool({}, 'crashing')).rejects.toThrow(
    'the model a-model could not start: its process ended with code 3, see service.log',
  );
});
