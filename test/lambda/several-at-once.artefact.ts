/** Several requests at once, as Lambda Managed Instances send them to AWS's runtime client. */
import { expect, it, onTestFinished } from 'vitest';
import { batchSizes } from '../support/batch-sizes.ts';
import { digitsInBatches, knownDigits } from '../support/known-digits.ts';
import { together } from '../support/together.ts';
import { layOutForLambda } from './artefacts.ts';
import { startFunction } from './function.ts';

const REQUESTS = 400;
const CONCURRENCY = 6;

it('AWS’s runtime client gives each request its own response, and members run in batches', async () => {
  const requests = await knownDigits(REQUESTS);
  const variables = {
    AWS_LAMBDA_MAX_CONCURRENCY: String(CONCURRENCY),
    // One worker thread, as in the function's template.
    AWS_LAMBDA_NODEJS_WORKER_COUNT: '1',
  };
  const lambda = await startFunction(await layOutForLambda(digitsInBatches(CONCURRENCY)), { variables });
  onTestFinished(() => lambda.stop());
  const responses: string[] = [];
  await together(3 * CONCURRENCY, REQUESTS, async (index) => {
    const body = requests[index]!.body(`request-${index}`);
    const request = { method: 'POST', path: '/v2/models/digits/infer', body };
    responses[index] = (
      await lambda.fetch({ ...request, headers: { 'content-type': 'application/json' } })
    ).body;
  });

  const sizes = batchSizes(lambda.logFile);
  console.log(`responses by requests of their batch: ${JSON.stringify(Object.fromEntries(sizes))}`);
  expect(responses).toHaveLength(REQUESTS);
  expect(responses.filter((response, index) => !requests[index]!.isPredictedBy(response))).toEqual([]);
  expect(Math.max(...sizes.keys())).toBeGreaterThan(1);
  expect(Math.max(...sizes.keys())).toBeLessThanOrEqual(CONCURRENCY);
});
