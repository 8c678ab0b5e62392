/** Several requests at once as Lambda Managed Instances give them to AWS's own runtime client. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchSizes } from '../support/batch-sizes.ts';
import { digitsInBatches, type KnownRequest, knownDigits } from '../support/known-digits.ts';
import { layOutForLambda } from './artefacts.ts';
import { LambdaFunction } from './function.ts';

const REQUESTS = 400;
const CONCURRENCY = 6;
const CLIENTS = 3 * CONCURRENCY;

let model: string;
let requests: KnownRequest[];
let lambda: LambdaFunction;
const responses: string[] = [];

beforeAll(async () => {
  requests = await knownDigits(REQUESTS);
  model = digitsInBatches(CONCURRENCY);
  const variables = {
    AWS_LAMBDA_MAX_CONCURRENCY: String(CONCURRENCY),
    // One worker thread, as the function's template says it.
    AWS_LAMBDA_NODEJS_WORKER_COUNT: '1',
  };
  lambda = await LambdaFunction.start(await layOutForLambda(model), { variables });
  let sent = 0;
  const client = async () => {
    while (sent < REQUESTS) {
      const place = sent;
      sent += 1;
      const { body } = await lambda.fetch({
        method: 'POST',
        path: '/v2/models/digits/infer',
        headers: { 'content-type': 'application/json' },
        body: requests[place]!.body(`request-${place}`),
      });
      responses[place] = body;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
});

afterAll(() => lambda?.stop());

describe('AWS’s runtime client, with several requests at once', () => {
  it('gives each request its own response', () => {
    const wrong = responses.filter((response, place) => !requests[place]!.isPredictedBy(response));

    expect(wrong).toEqual([]);
    expect(responses).toHaveLength(REQUESTS);
  });

  it('has members run in batches, of no more requests than there are at once', () => {
    const sizes = batchSizes(lambda.logFile);
    console.log(`responses by requests of their batch: ${JSON.stringify(Object.fromEntries(sizes))}`);

    expect(Math.max(...sizes.keys())).toBeGreaterThan(1);
    expect(Math.max(...sizes.keys())).toBeLessThanOrEqual(CONCURRENCY);
  });
});
