/** Several questions at once as Lambda Managed Instances give them to AWS's own runtime client, and the same by this project's. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../local/options.ts';
import { type Service, startService } from '../../local/service.ts';
import { batchSizes } from '../support/batch-sizes.ts';
import { digitsInBatches, type KnownQuestion, knownDigits } from '../support/known-digits.ts';
import { layOutForLambda } from './artefacts.ts';
import { newFolder } from './scratch.ts';

const QUESTIONS = 400;
const CONCURRENCY = 6;
const CLIENTS = 3 * CONCURRENCY;
/** Less than the test takes: a question that is answered and still counted as running would end the environment. */
const FUNCTION_TIMEOUT_MILLISECONDS = 6_000;

interface Run {
  readonly service: Service;
  readonly replies: readonly string[];
}

let task: string;
let questions: KnownQuestion[];
let aws: Run;
let own: Run;

/** Asks every question once, from clients that wait for their answers, in one environment. */
async function askAll(runtime: Pick<ServiceOptions, 'runtime' | 'functionDirectory'>): Promise<Run> {
  const service = await startService({
    ...runtime,
    tasks: [task],
    port: 0,
    provisioned: 1,
    maxConcurrency: 1,
    concurrency: CONCURRENCY,
    cache: false,
    dataDirectory: newFolder(),
    functionTimeoutMilliseconds: FUNCTION_TIMEOUT_MILLISECONDS,
    // One worker thread, as the function's template says it. How fast it is, other tests ask.
    environment: { AWS_LAMBDA_NODEJS_WORKER_COUNT: '1', BUDGET_MILLISECONDS: '20000' },
  });
  const replies: string[] = [];
  let put = 0;
  const client = async () => {
    while (put < questions.length) {
      const place = put;
      put += 1;
      const response = await fetch(`${service.url}/v2/models/digits/infer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: questions[place]!.body(`question-${place}`),
        signal: AbortSignal.timeout(30_000),
      });
      replies[place] = await response.text();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { service, replies };
}

beforeAll(async () => {
  questions = await knownDigits(QUESTIONS);
  task = digitsInBatches(CONCURRENCY);
  aws = await askAll({ runtime: await layOutForLambda(task), functionDirectory: '/' });
  own = await askAll({});
});

afterAll(async () => {
  await Promise.all([aws?.service.stop(), own?.service.stop()]);
  if (task) rmSync(path.dirname(task), { recursive: true, force: true });
});

describe.each([
  ['AWS’s runtime client', () => aws],
  ['this project’s runtime client', () => own],
])('%s, with several questions at once', (_, run) => {
  it('gives each question its own answer', () => {
    const wrong = run().replies.filter((reply, place) => !questions[place]!.isAnsweredBy(reply));

    expect(wrong).toEqual([]);
    expect(run().replies).toHaveLength(QUESTIONS);
  });

  it('has members asked in batches, of no more questions than there are at once', () => {
    const sizes = batchSizes(run().service.logFile);
    console.log(`answers by questions of their batch: ${JSON.stringify(Object.fromEntries(sizes))}`);

    expect(Math.max(...sizes.keys())).toBeGreaterThan(1);
    expect(Math.max(...sizes.keys())).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('is not taken for one that hangs once it has answered', async () => {
    await delay(FUNCTION_TIMEOUT_MILLISECONDS + 500);

    expect(run().service.statistics().deaths).toBe(0);
  });
});
