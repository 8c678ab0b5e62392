/** Ten thousand requests to workers that process them in batches and are killed meanwhile. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Service } from '../../local/service.ts';
import { batchSizes } from '../support/batch-sizes.ts';
import { digitsInBatches, type KnownRequest, knownDigits } from '../support/known-digits.ts';
import { together } from '../support/together.ts';
import { startTiny } from './support/tiny-service.ts';

const REQUESTS = 10_000;
const DIFFERENT = 400;
const CLIENTS = 24;
const CONCURRENCY = 8;
/** Responses between kills of a worker. After every second kill, the other worker, which got the requests, is killed, too. */
const RESPONSES_BETWEEN_DEATHS = 1_500;
const HANDED_ON_MILLISECONDS = 100;
/** Longer than the deadline and a worker's time-out, so a request without a response by then will never get one. */
const PATIENCE_MILLISECONDS = 30_000;
const ATTEMPTS = 30;

/** Repeats a request until it gets status 200. @throws after `ATTEMPTS`; at once if a fetch fails, or for a 4xx except 429 */
async function send({ url }: Service, id: string, request: KnownRequest) {
  for (let attempts = 1; attempts <= ATTEMPTS; attempts += 1) {
    const response = await fetch(`${url}/v2/models/digits/infer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request.body(id),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const reply = await response.text();
    if (response.status === 200) return { id, request, reply, attempts };
    if (response.status < 500 && response.status !== 429) throw new Error(`${response.status}: ${reply}`);
    await delay(100);
  }
  throw new Error(`${id} has got no response`);
}

it('Each request that runs in a batch while workers are killed gets the response that it gets alone', async () => {
  const known = await knownDigits(DIFFERENT);
  const service = await startTiny({
    models: [digitsInBatches(CONCURRENCY)],
    workers: 2,
    concurrency: CONCURRENCY,
    cache: true,
    // The deadline is long because members are slow on a busy machine, and other tests measure their speed.
    environment: { DEADLINE_MILLISECONDS: '10000' },
  });
  const sent: Awaited<ReturnType<typeof send>>[] = [];
  /** Numbers of pending requests when workers were killed. */
  const struck: number[] = [];
  let [put, killed] = [0, 0];
  const kill = ({ pid }: { pid: number | undefined }) => {
    process.kill(pid!, 'SIGKILL');
    killed += 1;
  };
  await together(CLIENTS, REQUESTS, async (index) => {
    put = index + 1;
    sent.push(await send(service, randomUUID(), known[index % DIFFERENT]!));
    if (sent.length % RESPONSES_BETWEEN_DEATHS !== 0) return;
    const [first, ...others] = service.workers();
    struck.push(put - sent.length);
    kill(first!);
    if (struck.length % 2 === 1) return;
    await delay(HANDED_ON_MILLISECONDS);
    others.forEach(kill);
  });

  const sizes = batchSizes(service.logFile);
  const repeated = sent.filter(({ attempts }) => attempts > 1).length;
  console.log(`responses by size of their batch: ${JSON.stringify(Object.fromEntries(sizes))}`);
  console.log(`${killed} killed with ${struck.join(', ')} requests under way; ${repeated} were repeated`);
  expect(sent.filter(({ request, reply }) => !request.isPredictedBy(reply))).toEqual([]);
  expect(Math.max(...sizes.keys())).toBeGreaterThan(2);
  expect(Math.max(...sizes.keys())).toBeLessThanOrEqual(CONCURRENCY);
  expect(service.incidents().WorkerDeaths).toBe(killed);
  expect(Math.min(...struck)).toBeGreaterThan(CONCURRENCY);

  // A repeated request gets the identical response, whichever worker computed it.
  const some = sent.filter(({ attempts }, index) => attempts > 1 || index % 20 === 0);
  for (const { id, request, reply } of some) expect((await send(service, id, request)).reply).toBe(reply);
});
