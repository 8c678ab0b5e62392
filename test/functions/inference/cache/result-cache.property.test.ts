import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../../functions/inference/cache/response-cache.ts';
import { MemoryTable } from '../../support/memory-table.ts';

const OPTIONS = {
  model: 'colours',
  fingerprint: 'f',
  version: '1',
  ttlDays: 14,
  timeoutMilliseconds: 10_000,
};

/** One request to one of three environments; each would predict something else. */
const requests = fc.array(
  fc.record({
    environment: fc.nat(2),
    id: fc.constantFrom('a', 'b', 'c'),
    retry: fc.constantFrom(undefined, 0, 1, 2),
    predicted: fc.constantFrom('永', '水', '火'),
  }),
  { maxLength: 30 },
);

async function send(cache: ResponseCache, id: string, retry: number | undefined, predicted: string) {
  const session = cache.session(id, () => `content of ${id}`);
  const known = await session.get(retry);
  const { response } = known ?? (await session.put(predicted));
  return { response, outcome: session.outcome };
}

/** Three environments that share a table. */
function environments(table: MemoryTable): ResponseCache[] {
  return [0, 1, 2].map(() => new ResponseCache(table, OPTIONS));
}

describe('response cache, whatever the order of requests', () => {
  it('gives an id one response for ever, across environments', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const caches = environments(new MemoryTable());
        const given = new Map<string, string>();
        for (const { environment, id, retry, predicted } of sequence) {
          const { response } = await send(caches[environment]!, id, retry, predicted);
          expect(response).toBe(given.get(id) ?? predicted);
          given.set(id, response);
        }
      }),
    );
  });

  it('gives an id one response when all come at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const caches = environments(new MemoryTable());
        const responses = await Promise.all(
          sequence.map(({ environment, id, retry, predicted }) =>
            send(caches[environment]!, id, retry, predicted),
          ),
        );
        for (const id of ['a', 'b', 'c']) {
          const ofId = responses.filter((_, index) => sequence[index]?.id === id);
          expect(new Set(ofId.map(({ response }) => response)).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never takes back what the table holds, while the table comes and goes', async () => {
    const faults = fc.array(fc.constantFrom('none', 'refused', 'lost'), { minLength: 30, maxLength: 30 });
    let settled = 0;

    await fc.assert(
      fc.asyncProperty(requests, faults, async (sequence, weather) => {
        const table = new MemoryTable();
        const caches = environments(table);
        const confirmed = new Map<string, string>();
        for (const [index, { environment, id, retry, predicted }] of sequence.entries()) {
          table.fault = weather[index] as MemoryTable['fault'];
          const { response, outcome } = await send(caches[environment]!, id, retry, predicted);
          if (outcome === 'degraded') continue;
          settled += 1;
          expect(response).toBe(confirmed.get(id) ?? table.items.get(`colours#${id}`)?.response);
          confirmed.set(id, response);
        }
        table.fault = 'none';
        for (const [id, response] of confirmed) {
          const later = await send(new ResponseCache(table, OPTIONS), id, undefined, 'another');
          expect(later.response).toBe(response);
        }
      }),
    );
    expect(settled).toBeGreaterThan(100);
  });
});
