import { describe, expect, it } from 'vitest';
import {
  modelDirectory,
  readConfiguration as read,
} from '../../../../functions/inference/service/configuration.ts';

/** For a model that promises a response within a second. */
const readConfiguration = (environment: NodeJS.ProcessEnv) => read(environment, 1000);

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(readConfiguration({})).toEqual({
      tableName: undefined,
      deadlineMilliseconds: 1000,
      networkMarginMilliseconds: 100,
      cacheMilliseconds: 120,
      resultTtlDays: 14,
      secretPath: undefined,
      explains: true,
      models: undefined,
      inferenceThreads: 1,
      concurrency: 1,
      batch: {},
      logShare: 1,
      startedOnDemand: false,
    });
  });

  it('gives members as many requests at once as the model says, unless told otherwise', () => {
    const environment = { BATCH_LARGEST: '8', BATCH_QUEUE_DELAY_MILLISECONDS: '0' };

    expect(readConfiguration(environment).batch).toEqual({ largest: 8, maxQueueDelayMilliseconds: 0 });
    expect(() => readConfiguration({ BATCH_LARGEST: '0' })).toThrow('BATCH_LARGEST must be');
  });

  it('has the deadline of the model, unless another is requested', () => {
    expect(read({}, 2000).deadlineMilliseconds).toBe(2000);
    expect(read({ DEADLINE_MILLISECONDS: '500' }, 2000).deadlineMilliseconds).toBe(500);
  });

  it('knows the models of its service, and refuses a list that is none', () => {
    const models = [{ name: 'digits', version: '1', title: 'Digits' }];

    expect(readConfiguration({ SERVICE_MODELS: JSON.stringify(models) }).models).toEqual(models);
    expect(() => readConfiguration({ SERVICE_MODELS: 'digits' })).toThrow('SERVICE_MODELS must be JSON');
  });

  it.each([
    ['1769', 1],
    ['1770', 2],
    ['3538', 2],
    ['10240', 6],
  ])('gives %s MB of memory %i inference threads', (memory, threads) => {
    expect(readConfiguration({ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: memory }).inferenceThreads).toBe(threads);
  });

  it.each([
    [{ DEADLINE_MILLISECONDS: '200' }, 24],
    [{ DEADLINE_MILLISECONDS: '5000' }, 120],
    [{ CACHE_MILLISECONDS: '300' }, 300],
  ])('lets the cache cost a small share of the deadline: %j', (environment, milliseconds) => {
    expect(readConfiguration(environment).cacheMilliseconds).toBe(milliseconds);
  });

  it.each(['', '-5', '1e3', '12.5', 'soon', '9999999'])(
    'names the variable when the deadline is "%s"',
    (value) => {
      expect(() => readConfiguration({ DEADLINE_MILLISECONDS: value })).toThrow(
        `DEADLINE_MILLISECONDS must be a whole number from 1 to 900000, not ${JSON.stringify(value)}`,
      );
    },
  );

  it('refuses a cache that may cost the whole deadline', () => {
    expect(() => readConfiguration({ CACHE_MILLISECONDS: '900' })).toThrow(
      'CACHE_MILLISECONDS must be less than DEADLINE_MILLISECONDS without NETWORK_MARGIN_MILLISECONDS (900), not 900',
    );
  });

  it.each([{}, { MODEL_DIRECTORY: '' }])('says that no model is set: %j', (environment) => {
    expect(() => modelDirectory(environment)).toThrow("MODEL_DIRECTORY must be a model's folder");
  });
});
