import { describe, expect, it } from 'vitest';
import { describeOverridden } from '../../local/options.ts';

describe('What is said twice', () => {
  it('is told in a line each, with which one counts', () => {
    const environment = {
      MODEL_DIRECTORY: '/models',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
      DEADLINE_MILLISECONDS: '500',
    };

    expect(describeOverridden({ cache: false }, environment)).toEqual([
      'MODEL_DIRECTORY is for functions on Lambda: it is ignored here',
      'AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:1 has no effect without --table',
      "DEADLINE_MILLISECONDS=500 overrides deadlineMilliseconds in every model's ensemble.json",
    ]);
  });

  it('is nothing where each is said once', () => {
    expect(
      describeOverridden({ table: 'responses' }, { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }),
    ).toEqual([]);
  });
});
