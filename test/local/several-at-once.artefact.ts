/** Ten thousand requests to workers that take several at once and run them in batches, and are killed meanwhile. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../../local/service.ts';
import { batchSizes } from '../support/batch-sizes.ts';
import { digitsInBatches, type KnownQuestion, knownDigits } from '../support/known-digits.ts';

const QUESTIONS = 10_000;
const DIFFERENT = 400;
const CLIENTS = 24;
const CONCURRENCY = 8;
const WORKERS = 2;
/** After so many responses one worker is killed, and every other time those, too, that have got its questions. */
const ANSWERS_BETWEEN_DEATHS = 1_500;
const HANDED_ON_MILLISECONDS = 100;
/** Beyond the budget and the function's time-out: whoever has got nothing by then never will. */
const PATIENCE_MILLISECONDS = 30_000;
const ATTEMPTS = 30;

interface Asked {
  readonly id: string;
  readonly question: KnownQuestion;
  reply: string;
  attempts: number;
}

let service: Service;
let task: string;
let dataDirectory: string;
const asked: Asked[] = [];
const wrong: string[] = [];
/** Requests under way at each moment when workers were killed. */
const struck: number[] = [];
let killed = 0;

/** Asks until there is an answer; what has none, for whatever reason, is asked again under its id. */
async function ask(id: string, question: KnownQuestion): Promise<Asked> {
  for (let attempts = 1; attempts <= ATTEMPTS; attempts += 1) {
    const response = await fetch(`${service.url}/v2/models/digits/infer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: question.body(id),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    const reply = await response.text();
    if (response.status === 200) {
      if (!question.isAnsweredBy(reply)) wrong.push(reply);
      return { id, question, reply, attempts };
    }
    if (response.status < 500 && response.status !== 429) throw new Error(`${response.status}: ${reply}`);
    await delay(100);
  }
  throw new Error(`${id} has got no answer`);
}

function kill({ pid }: ReturnType<Service['workers']>[number]): void {
  process.kill(pid as number, 'SIGKILL');
  killed += 1;
}

beforeAll(async () => {
  const known = await knownDigits(DIFFERENT);
  task = digitsInBatches(CONCURRENCY);
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'several-at-once-'));
  service = await startService({
    models: [task],
    port: 0,
    workers: WORKERS,
    concurrency: CONCURRENCY,
    dataDirectory,
    // How fast it is, other tests ask; here members may take as long as a busy machine makes them.
    environment: { BUDGET_MILLISECONDS: '10000' },
  });
  let put = 0;
  const client = async () => {
    while (put < QUESTIONS) {
      const question = known[put % DIFFERENT] as KnownQuestion;
      put += 1;
      asked.push(await ask(randomUUID(), question));
      if (asked.length % ANSWERS_BETWEEN_DEATHS !== 0) continue;
      const [first, ...others] = service.workers();
      struck.push(put - asked.length);
      kill(first!);
      if (struck.length % 2 === 1) continue;
      await delay(HANDED_ON_MILLISECONDS);
      others.forEach(kill);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
});

afterAll(async () => {
  await service?.stop();
  for (const folder of [dataDirectory, task && path.dirname(task)]) {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
});

describe('Ten thousand questions, several at once, in batches, while workers are killed', () => {
  it('get each the answer that it gets alone, and none that of another', () => {
    expect(asked).toHaveLength(QUESTIONS);
    expect(wrong).toEqual([]);
  });

  it('were asked together', () => {
    const sizes = batchSizes(service.logFile);
    console.log(`answers by questions of their batch: ${JSON.stringify(Object.fromEntries(sizes))}`);

    expect(Math.max(...sizes.keys())).toBeGreaterThan(2);
    expect(Math.max(...sizes.keys())).toBeLessThanOrEqual(CONCURRENCY);
  });

  it('were under way in the workers that were killed', () => {
    const repeated = asked.filter(({ attempts }) => attempts > 1).length;
    console.log(`${killed} killed with ${struck.join(', ')} questions under way; ${repeated} were repeated`);

    expect(service.statistics().models[0]?.deaths).toBe(killed);
    expect(Math.min(...struck)).toBeGreaterThan(CONCURRENCY);
  });

  it('get the same answer again, to the letter, whoever had it first', async () => {
    const some = asked.filter(({ attempts }, index) => attempts > 1 || index % 20 === 0);
    for (const { id, question, reply } of some) expect((await ask(id, question)).reply).toBe(reply);
  });
});
