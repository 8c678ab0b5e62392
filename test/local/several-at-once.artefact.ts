/** Ten thousand requests to workers that take several at once and run them in batches, and are killed meanwhile. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../local/service.ts';
import { batchSizes } from '../support/batch-sizes.ts';
import { digitsInBatches, type KnownRequest, knownDigits } from '../support/known-digits.ts';
import { newFolder } from '../support/new-folder.ts';

const REQUESTS = 10_000;
const DIFFERENT = 400;
const CLIENTS = 24;
const CONCURRENCY = 8;
const WORKERS = 2;
/** After so many responses one worker is killed, and every other time those, too, that have got its requests. */
const RESPONSES_BETWEEN_DEATHS = 1_500;
const HANDED_ON_MILLISECONDS = 100;
/** Beyond the deadline and the function's time-out: whoever has got nothing by then never will. */
const PATIENCE_MILLISECONDS = 30_000;
const ATTEMPTS = 30;

interface SentRequest {
  readonly id: string;
  readonly request: KnownRequest;
  reply: string;
  attempts: number;
}

let service: Service;
let model: string;
let dataDirectory: string;
const sent: SentRequest[] = [];
const wrong: string[] = [];
/** Requests under way at each moment when workers were killed. */
const struck: number[] = [];
let killed = 0;

/** Sends until there is a response; what has none, for whatever reason, is sent again under its id. */
async function send(id: string, request: KnownRequest): Promise<SentRequest> {
  for (let attempts = 1; attempts <= ATTEMPTS; attempts += 1) {
    const response = await fetch(`${service.url}/v2/models/digits/infer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request.body(id),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const reply = await response.text();
    if (response.status === 200) {
      if (!request.isPredictedBy(reply)) wrong.push(reply);
      return { id, request, reply, attempts };
    }
    if (response.status < 500 && response.status !== 429) throw new Error(`${response.status}: ${reply}`);
    await delay(100);
  }
  throw new Error(`${id} has got no response`);
}

function kill({ pid }: ReturnType<Service['workers']>[number]): void {
  process.kill(pid as number, 'SIGKILL');
  killed += 1;
}

beforeAll(async () => {
  const known = await knownDigits(DIFFERENT);
  model = digitsInBatches(CONCURRENCY);
  dataDirectory = newFolder();
  service = await startService({
    models: [model],
    port: 0,
    workers: WORKERS,
    concurrency: CONCURRENCY,
    dataDirectory,
    // How fast it is, other tests measure; here members may take as long as a busy machine makes them.
    environment: { DEADLINE_MILLISECONDS: '10000' },
  });
  let put = 0;
  const client = async () => {
    while (put < REQUESTS) {
      const request = known[put % DIFFERENT] as KnownRequest;
      put += 1;
      sent.push(await send(randomUUID(), request));
      if (sent.length % RESPONSES_BETWEEN_DEATHS !== 0) continue;
      const [first, ...others] = service.workers();
      struck.push(put - sent.length);
      kill(first!);
      if (struck.length % 2 === 1) continue;
      await delay(HANDED_ON_MILLISECONDS);
      others.forEach(kill);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
});

afterAll(() => service?.stop());

describe('Ten thousand requests, several at once, in batches, while workers are killed', () => {
  it('get each the response that it gets alone, and none that of another', () => {
    expect(sent).toHaveLength(REQUESTS);
    expect(wrong).toEqual([]);
  });

  it('ran in batches', () => {
    const sizes = batchSizes(service.logFile);
    console.log(`responses by size of their batch: ${JSON.stringify(Object.fromEntries(sizes))}`);

    expect(Math.max(...sizes.keys())).toBeGreaterThan(2);
    expect(Math.max(...sizes.keys())).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('were under way in the workers that were killed', () => {
    const repeated = sent.filter(({ attempts }) => attempts > 1).length;
    console.log(`${killed} killed with ${struck.join(', ')} requests under way; ${repeated} were repeated`);

    expect(service.statistics().models[0]?.deaths).toBe(killed);
    expect(Math.min(...struck)).toBeGreaterThan(CONCURRENCY);
  });

  it('get the same response again, to the letter, whoever had it first', async () => {
    const some = sent.filter(({ attempts }, index) => attempts > 1 || index % 20 === 0);
    for (const { id, request, reply } of some) expect((await send(id, request)).reply).toBe(reply);
  });
});
