/** Each request gets its own response or none, in every order of arrivals, failures and deadlines. */
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { type BatchLimits, BatchQueue } from '../../../../functions/inference/ensemble/batch-queue.ts';
import { DurationByWork } from '../../../../functions/inference/ensemble/duration-by-work.ts';
import { part } from '../../../../functions/inference/model/tensor-part.ts';
import type { Tensors } from '../../../../functions/inference/model/tensors.ts';

/** Duration of a run of one request. */
const ALONE_MILLISECONDS = 10;
/** Additional duration for each further request in a run. */
const MORE_MILLISECONDS = 4;
/** A deadline that is long enough for any request that runs alone. */
const LONG_ENOUGH_MILLISECONDS = 40;
/** Duration of an event loop turn, measured by a clock of whole milliseconds. */
const TURN_MILLISECONDS = 1;

const arrival = fc.record({
  at: fc.integer({ min: 0, max: 400 }),
  /** Milliseconds between a request's arrival and the time by which it needs its response. */
  deadline: fc.constantFrom(15, 40, 80, 200, Number.POSITIVE_INFINITY),
  rows: fc.integer({ min: 1, max: 2 }),
  length: fc.integer({ min: 1, max: 4 }),
  work: fc.constantFrom(0.5, 1, 2),
  isBad: fc.boolean(),
});
const limits = fc.record({
  largest: fc.integer({ min: 1, max: 6 }),
  padded: fc.constantFrom(undefined, true),
});

type Arrival = (typeof arrival extends fc.Arbitrary<infer Value> ? Value : never) & { number: number };

/** One run of the member. */
interface Run {
  readonly numbers: readonly number[];
  readonly began: number;
  /** Expected duration of the requests' work without padding, in milliseconds. */
  readonly expected: number;
  ended: number;
}

/** Every element is the request's number plus one, so the negated output identifies the response. */
function tensorsOf({ number, rows, length }: Arrival): Tensors {
  const data = new Float32Array(rows * length).fill(number + 1);
  return { x: { datatype: 'FP32', shape: [rows, length], data } };
}

/** Sends requests to a queue under a fake clock, which starts at 0. */
async function play(arrivals: readonly Arrival[], plan: BatchLimits) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  const start = performance.now();
  const now = () => performance.now() - start;
  const duration = new DurationByWork();
  duration.restart(ALONE_MILLISECONDS);
  const runs: Run[] = [];
  const run = async ({ x }: Tensors): Promise<Tensors> => {
    const { data, shape } = x as Tensors[string] & { data: Float32Array };
    const numbers = [...new Set(data)].filter((value) => value > 0).map((value) => value - 1);
    const work = numbers.reduce((sum, number) => sum + arrivals[number]!.work, 0);
    const begun = { numbers, began: now(), expected: duration.expected(work), ended: Number.NaN };
    runs.push(begun);
    await delay(ALONE_MILLISECONDS + MORE_MILLISECONDS * (numbers.length - 1));
    begun.ended = now();
    if (numbers.some((number) => arrivals[number]!.isBad)) throw new Error('a bad request');
    return { y: { datatype: 'FP32', shape, data: data.map((value) => -value) } };
  };
  const queue = new BatchQueue(run, duration, plan);
  const results = arrivals.map(async (request) => {
    const { at, work, deadline } = request;
    await delay(at);
    const fits = (milliseconds: number) => now() + milliseconds <= at + deadline;
    return queue.predict({ tensors: tensorsOf(request), work, fits });
  });
  let isOver = false;
  const settled = Promise.allSettled(results).finally(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  vi.useRealTimers();
  return { results: await settled, runs };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

afterEach(() => vi.useRealTimers());

it('A member’s queue gives each request its own response in time, or none, whatever arrives when', async () => {
  const drawn = fc.array(arrival, { minLength: 1, maxLength: 20 });
  const property = fc.asyncProperty(drawn, limits, async (requests, plan) => {
    const arrivals = requests.map((request, number) => ({ ...request, number }));
    const { results, runs } = await play(arrivals, plan);
    const dueOf = (number: number) => arrivals[number]!.at + arrivals[number]!.deadline;

    for (const [number, result] of results.entries()) {
      const { isBad, rows, length, at, deadline } = arrivals[number]!;
      const last = runs.findLast(({ numbers }) => numbers.includes(number));
      if (result.status === 'rejected') {
        // The failing request ran alone in the end, because the queue repeats the requests of a failed batch one by one.
        expect([isBad, last?.numbers]).toEqual([true, [number]]);
      } else if (result.value) {
        const { outputs, batch } = result.value;
        expect([isBad, last?.numbers.length]).toEqual([false, batch]);
        const own = part(outputs.y!, [rows, length]);
        expect(outputs.y?.shape[0]).toEqual(rows);
        expect(new Set(own.data as Float32Array)).toEqual(new Set([-(number + 1)]));
      } else {
        // The request expired because its deadline was short or other runs took the time. It must not wait for more requests.
        const isInTheWay = ({ began, ended }: Run) => began < dueOf(number) && ended > at;
        expect(deadline < LONG_ENOUGH_MILLISECONDS || runs.some(isInTheWay)).toBe(true);
      }
    }
    for (const [index, { numbers, began, expected }] of runs.entries()) {
      // No run exceeds the size limit, or is expected to end after the deadline of one of its requests.
      expect(numbers.length).toBeLessThanOrEqual(plan.largest);
      expect(began + expected).toBeLessThanOrEqual(Math.min(...numbers.map(dueOf)));
      // While the member is free, a request waits only for turns of the event loop that bring other requests.
      const first = Math.min(...numbers.map((number) => arrivals[number]!.at));
      const free = Math.max(first, runs[index - 1]?.ended ?? 0);
      expect(began).toBeLessThanOrEqual(free + plan.largest * TURN_MILLISECONDS);
    }
  });

  await fc.assert(property, { numRuns: 300 });
});
