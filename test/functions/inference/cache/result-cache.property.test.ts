import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResultCache } from '../../../../functions/inference/cache/result-cache.ts';
import { MemoryTable } from '../../support/memory-table.ts';

const OPTIONS = {
  task: 'colours',
  fingerprint: 'f',
  version: '1',
  ttlDays: 14,
  allowanceMilliseconds: 10_000,
};

/** One question to one of three environments; each would predict something else. */
const questions = fc.array(
  fc.record({
    environment: fc.nat(2),
    id: fc.constantFrom('a', 'b', 'c'),
    retry: fc.constantFrom(undefined, 0, 1, 2),
    predicted: fc.constantFrom('永', '水', '火'),
  }),
  { maxLength: 30 },
);

async function ask(
  cache: ResultCache,
  id: string,
  retry: number | undefined,
  predicted: string,
): Promise<string> {
  return (await visit(cache, id, retry, predicted)).answer;
}

async function visit(cache: ResultCache, id: string, retry: number | undefined, predicted: string) {
  const asked = cache.visit(id, `content of ${id}`);
  const known = await asked.recall(retry);
  const { answer } = known ?? (await asked.remember(predicted));
  return { answer, outcome: asked.outcome };
}

describe('result cache, whatever the order of questions', () => {
  it('gives an id one answer for ever, across environments', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (asked) => {
        const table = new MemoryTable();
        const environments = [0, 1, 2].map(() => new ResultCache(table, OPTIONS));
        const given = new Map<string, string>();
        for (const { environment, id, retry, predicted } of asked) {
          const answer = await ask(environments[environment] as ResultCache, id, retry, predicted);
          expect(answer).toBe(given.get(id) ?? predicted);
          given.set(id, answer);
        }
      }),
    );
  });

  it('gives an id one answer when all ask at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (asked) => {
        const table = new MemoryTable();
        const environments = [0, 1, 2].map(() => new ResultCache(table, OPTIONS));
        const answers = await Promise.all(
          asked.map(({ environment, id, retry, predicted }) =>
            ask(environments[environment] as ResultCache, id, retry, predicted),
          ),
        );
        for (const id of ['a', 'b', 'c']) {
          const ofId = new Set(answers.filter((_, index) => asked[index]?.id === id));
          expect(ofId.size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never takes back what the table holds, while the table comes and goes', async () => {
    const faults = fc.array(fc.constantFrom('none', 'refused', 'lost'), { minLength: 30, maxLength: 30 });
    let settled = 0;

    await fc.assert(
      fc.asyncProperty(questions, faults, async (asked, weather) => {
        const table = new MemoryTable();
        const environments = [0, 1, 2].map(() => new ResultCache(table, OPTIONS));
        const confirmed = new Map<string, string>();
        for (const [index, { environment, id, retry, predicted }] of asked.entries()) {
          table.fault = weather[index] as MemoryTable['fault'];
          const cache = environments[environment] as ResultCache;
          const { answer, outcome } = await visit(cache, id, retry, predicted);
          if (outcome === 'degraded') continue;
          settled += 1;
          expect(answer).toBe(confirmed.get(id) ?? table.items.get(`colours#${id}`)?.answer);
          confirmed.set(id, answer);
        }
        table.fault = 'none';
        for (const [id, answer] of confirmed) {
          expect(await ask(new ResultCache(table, OPTIONS), id, undefined, 'another')).toBe(answer);
        }
      }),
    );
    expect(settled).toBeGreaterThan(100);
  });
});
