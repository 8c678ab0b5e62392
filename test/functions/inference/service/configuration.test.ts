import { describe, expect, it } from 'vitest';
import {
  modelDirectory,
  readConfiguration as read,
} from '../../../../functions/inference/service/configuration.ts';

/** Reads the configuration of a model with a deadline of one second. */
const readConfiguration = (environment: NodeJS.ProcessEnv) => read(environment, 1000);

describe('configuration', () => {
  it('has a default for everything, and the deadline of the model', () => {
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
      startedOnDemand: false,
    });
  });

  const models = [{ name: 'digits', version: '1', title: 'Digits' }];
  it.each([
    [{ DEADLINE_MILLISECONDS: '500' }, { deadlineMilliseconds: 500 }],
    [{ SERVICE_MODELS: JSON.stringify(models) }, { models }],
    [{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1769' }, { inferenceThreads: 1 }],
    [{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1770' }, { inferenceThreads: 2 }],
    [{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '3538' }, { inferenceThreads: 2 }],
    [{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '10240' }, { inferenceThreads: 6 }],
    [{ DEADLINE_MILLISECONDS: '200' }, { cacheMilliseconds: 24 }],
    [{ DEADLINE_MILLISECONDS: '5000' }, { cacheMilliseconds: 120 }],
    [{ CACHE_MILLISECONDS: '300' }, { cacheMilliseconds: 300 }],
  ])('reads %j as %j', (environment, configuration) => {
    expect(readConfiguration(environment)).toMatchObject(configuration);
  });

  const whole = 'DEADLINE_MILLISECONDS must be a whole number from 1 to 900000, not';
  const margin = 'DEADLINE_MILLISECONDS minus NETWORK_MARGIN_MILLISECONDS (900), not 900';
  it.each([
    [{ RESULT_TTL_DAYS: '0' }, 'RESULT_TTL_DAYS must be'],
    [{ SERVICE_MODELS: 'digits' }, 'SERVICE_MODELS must be JSON'],
    [{ CACHE_MILLISECONDS: '900' }, `CACHE_MILLISECONDS must be less than ${margin}`],
    ...['', '-5', '1e3', '12.5', 'soon', '9999999'].map((value): [NodeJS.ProcessEnv, string] => [
      { DEADLINE_MILLISECONDS: value },
      `${whole} ${JSON.stringify(value)}`,
    ]),
  ])('names what is wrong with %j', (environment, message) => {
    expect(() => readConfiguration(environment)).toThrow(message);
  });

  it.each([{}, { MODEL_DIRECTORY: '' }])('says that no model is set: %j', (environment) => {
    expect(() => modelDirectory(environment)).toThrow("MODEL_DIRECTORY must be a model's folder");
  });
});
