import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BatchQueue, type MemberRun } from '../../../../functions/inference/ensemble/batch-queue.ts';
import { DurationByWork } from '../../../../functions/inference/ensemble/duration-by-work.ts';
import { areStackable } from '../../../../functions/inference/ensemble/stack.ts';
import type { Tensors } from '../../../../functions/inference/model/tensors.ts';

/** A queue for a member that doubles its input in ten milliseconds, and a list of the inputs of the member's runs. */
function doubling(limits: object = {}) {
  const runs: number[][] = [];
  const duration = new DurationByWork();
  duration.restart(10);
  const run = async ({ x }: Tensors): Promise<Tensors> => {
    const { data, shape } = x as Tensors[string] & { data: Float32Array };
    runs.push([...data]);
    await delay(10);
    return { y: { datatype: 'FP32', shape, data: data.map((value) => 2 * value) } };
  };
  const queue = new BatchQueue(run, duration, { largest: 4, ...limits });
  return { queue, runs };
}

function runOf(value: number, width = 1): MemberRun {
  const x = { datatype: 'FP32', shape: [1, width], data: new Float32Array(width).fill(value) } as const;
  return { tensors: { x }, work: 1, fits: () => true };
}

/** A request whose width and values are this number. */
const wide = (size: number) => runOf(size, size);

/** The different sizes of the requests in each run, without padding. */
const sizesOf = (runs: number[][]) => runs.map((run) => [...new Set(run)].filter((value) => value !== 0));

/** The first element of each response; undefined if the request got no response. */
async function outputsOf(queue: BatchQueue, requests: readonly MemberRun[]) {
  const given = await Promise.all(requests.map((request) => queue.predict(request)));
  return given.map((prediction) => prediction && (prediction.outputs.y!.data as Float32Array)[0]);
}

describe('Requests to a member', () => {
  it('that arrive in successive turns of the event loop run in one batch', async () => {
    const { queue, runs } = doubling();
    const later = [3, 2].map(async (value) => {
      for (let turns = 1; turns < value; turns++) await turn();
      return outputsOf(queue, [runOf(value)]);
    });
    await Promise.all([outputsOf(queue, [runOf(1)]), ...later]);

    expect(runs).toEqual([[1, 2, 3]]);
  });

  it('of different sizes run with requests of the nearest sizes, and never with much larger requests', async () => {
    const { queue, runs } = doubling({ largest: 2, padded: true });
    const outputs = await outputsOf(queue, [10, 12, 100, 11, 90].map(wide));

    expect(outputs).toEqual([20, 24, 200, 22, 180]);
    expect(sizesOf(runs)).toEqual([[10, 11], [12], [100, 90]]);
  });

  it('of different sizes share a run only while its padding costs less than a further run', async () => {
    const { queue, runs } = doubling({ padded: true });
    await outputsOf(queue, [20, 19, 21, 25].map(wide));

    // Padding to width 21 costs 0.15 of a request. Padding to 25 would add more work than the start of a run costs.
    expect(sizesOf(runs)).toEqual([[20, 21, 19], [25]]);
  });

  it('run one by one if the member does not return one row for each request', async () => {
    const first = async ({ x }: Tensors): Promise<Tensors> => ({
      y: { datatype: 'FP32', shape: [1, 1], data: (x!.data as Float32Array).slice(0, 1) },
    });
    const queue = new BatchQueue(first, new DurationByWork(), { largest: 4 });

    expect(await outputsOf(queue, [runOf(1), runOf(2), runOf(3)])).toEqual([1, 2, 3]);
  });

  it('share a run only with the same datatype and number of dimensions, and the same size unless sizes may differ', () => {
    const x = (...shape: number[]): Tensors => ({
      x: { datatype: 'FP32', shape, data: new Float32Array(6) },
    });
    const text: Tensors = { x: { datatype: 'BYTES', shape: [1, 2], data: [] } };

    expect(areStackable(x(1, 2), x(1, 3), true)).toBe(true);
    expect(areStackable(x(1, 2), x(1, 3), false)).toBe(false);
    expect(areStackable(x(1, 2), x(1, 2, 1), true)).toBe(false);
    expect(areStackable(text, text, true)).toBe(false);
  });
});
