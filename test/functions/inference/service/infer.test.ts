import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { ResponseCache } from '../../../../functions/inference/cache/response-cache.ts';
import type { ModelInfo, ParsedRequest } from '../../../../functions/inference/contracts/contract.ts';
import {
  Deadline,
  type Prediction,
  type PredictOptions,
} from '../../../../functions/inference/ensemble/predictor.ts';
import type { Pipeline } from '../../../../functions/inference/pipelines/pipeline.ts';
import { Problem } from '../../../../functions/inference/problems/problems.ts';
import { infer } from '../../../../functions/inference/service/infer.ts';
import { RequestRecord } from '../../../../functions/inference/telemetry/request-record.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { post } from '../../support/requests.ts';

/** A pipeline whose outputs are plain texts. */
const pipeline = {
  pack: (output: string) => output,
  unpack: (text: string) => text,
  summary: (prediction: string) => ({ prediction }),
} as unknown as Pipeline;

const OPTIONS = { model: 'texts', fingerprint: 'f', version: '1', ttlDays: 1, timeoutMilliseconds: 1000 };

/** A service whose predictor returns the given predictions, one for each request. The predictor throws those that are errors. */
function serviceThatPredicts(...predictions: ((Partial<Prediction> & { late?: Promise<void> }) | Error)[]) {
  const table = new MemoryTable();
  const cache = new ResponseCache(table, OPTIONS);
  const predicted: PredictOptions[] = [];
  const blank = { output: '', runs: [], milliseconds: { decode: 1, predict: 2 } };
  const none = { decidedAfter: undefined, lacking: undefined, explanation: undefined };
  const predictor = {
    predict: async (_: unknown, options: PredictOptions): Promise<Prediction> => {
      predicted.push(options);
      // After this pause, all simultaneous requests have arrived.
      await setTimeout(5);
      const next = predictions.shift();
      if (next instanceof Error) throw next;
      if (next?.late) options.onLate?.();
      await next?.late;
      return { ...blank, ...none, ...next };
    },
  };
  const info = { version: '1', deadlineMilliseconds: 1000 } as ModelInfo;
  const parts = { info, pipeline, predictor, cache };
  return {
    table,
    cache,
    predicted,
    async send(parsed: Partial<ParsedRequest>, milliseconds = 1000, more: Partial<Pipeline> = {}) {
      const record = new RequestRecord('invocation');
      const parse = () => ({ id: 'a', digest: () => 'd', attemptsLeft: undefined, input: 'text', ...parsed });
      const terms = { deadline: Deadline.in(milliseconds), explain: false };
      const opened = { ...parts, pipeline: { ...pipeline, ...more } };
      const { result, prediction } = await infer(post(''), { parse }, opened, terms, record);
      return { output: result.output, prediction, record };
    },
  };
}

describe('the path of an inference request', () => {
  it('decodes no content of a refused request', async () => {
    const service = serviceThatPredicts(new Problem('too-busy'), { output: 'first' });
    const digest = vi.fn(() => 'd');

    await expect(service.send({ digest })).rejects.toThrow(Problem);
    expect(digest).not.toHaveBeenCalled();

    await service.send({ digest });
    expect(digest).toHaveBeenCalledOnce();
  });

  const kinds = ['some members', 'every member'] as const;
  it.each(kinds)('does not store an output that lacks %s, so a repeat may do better', async (lacking) => {
    const poor = { output: 'poor', lacking };
    const service = serviceThatPredicts(poor, { ...poor, output: 'poorer' }, { output: 'good' });

    const responses = [await service.send({}), await service.send({})];
    const stored = service.table.items.size;
    responses.push(await service.send({}), await service.send({}));

    expect(responses[0]!.record.cache?.outcome).toBe('miss');
    expect(stored).toBe(0);
    expect(responses.map(({ output }) => output)).toEqual(['poor', 'poor', 'good', 'good']);
  });

  it('records the predictor’s steps, with the queue only if there is one', async () => {
    const milliseconds = { queue: 3, decode: 4, predict: 5 };
    const service = serviceThatPredicts({ milliseconds }, {});

    const queued = await service.send({ id: undefined });
    const direct = await service.send({ id: undefined });

    expect(queued.record.stages.milliseconds).toMatchObject(milliseconds);
    expect(Object.keys(direct.record.stages.milliseconds)).toEqual(['contract', 'decode', 'predict']);
  });

  it.each([
    ['a 504', {}, { reason: { problem: 'deadline-exceeded', status: 504 } }],
    [
      'its fallback',
      { fallback: () => 'as it was' },
      { value: { output: 'as it was', prediction: undefined } },
    ],
  ])(
    'returns %s at the deadline, to repeats as well, and the late prediction to later requests',
    async (_, more, given) => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const service = serviceThatPredicts({ output: 'later', late });

      const responses = await Promise.allSettled([1000, 20].map((left) => service.send({}, left, more)));
      resolve();
      const repeats = await Promise.all([service.send({}, 1000, more), service.send({}, 1000, more)]);

      expect(responses).toMatchObject([given, given]);
      expect(repeats.map(({ output }) => output)).toEqual(['later', 'later']);
      expect(service.predicted).toHaveLength(1);
    },
  );

  it('reserves the time that the write after a prediction is expected to take', async () => {
    const service = serviceThatPredicts({}, {});
    service.cache.writingMilliseconds = 30;

    await service.send({});
    await service.send({ id: undefined });

    expect(service.predicted.map(({ millisecondsAfter }) => millisecondsAfter)).toEqual([30, 0]);
  });
});

describe('simultaneous requests of one id', () => {
  it('are predicted once: the others wait for the first', async () => {
    const service = serviceThatPredicts({ output: 'first' }, { output: 'second' });

    const responses = await Promise.all([1, 2, 3].map(() => service.send({})));

    expect(responses.map(({ output }) => output)).toEqual(['first', 'first', 'first']);
    expect(responses.map(({ record }) => record.cache?.outcome)).toEqual(['miss', 'hit', 'hit']);
    expect(service.predicted).toHaveLength(1);
    expect(service.cache.running.size).toBe(0);
  });

  it('are predicted one after the other until one succeeds', async () => {
    const failures = [new Error('abandoned'), new Error('failed')];
    const service = serviceThatPredicts(...failures, { output: 'third' }, { output: 'fourth' });

    const responses = await Promise.allSettled([1, 2, 3, 4].map(() => service.send({})));

    const third = { status: 'fulfilled', value: { output: 'third' } };
    expect(responses).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }, third, third]);
    expect(service.predicted).toHaveLength(3);
  });

  it('with other content conflict without a prediction', async () => {
    const service = serviceThatPredicts({ output: 'first' });

    const [, other] = await Promise.allSettled([service.send({}), service.send({ digest: () => 'e' })]);

    expect(other).toMatchObject({ reason: { problem: 'id-conflict' } });
    expect(service.predicted).toHaveLength(1);
  });

  it('with other ids, or with none, wait for nobody', async () => {
    const service = serviceThatPredicts({ output: 'a' }, { output: 'b' }, { output: 'c' });

    await Promise.all([{}, { id: 'b' }, { id: undefined }].map((parsed) => service.send(parsed)));

    expect(service.predicted).toHaveLength(3);
  });
});
