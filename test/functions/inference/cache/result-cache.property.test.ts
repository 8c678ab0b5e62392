import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CacheSession } from '../../../../functions/inference/cache/cache-session.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { cacheOf } from './support.ts';

/** Requests, each to one of three environments. The predictions for two requests with the same id may differ. */
const requests = fc.array(
  fc.record({
    environment: fc.nat(2),
    id: fc.constantFrom<string>('a', 'b', 'c'),
    retry: fc.constantFrom(undefined, 0, 1, 2),
    predicted: fc.constantFrom<string>('永', '水', '火'),
  }),
  { maxLength: 30 },
);

type Sent = typeof requests extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Creates three environments that share a table. */
function environments(table: MemoryTable) {
  const caches = [0, 1, 2].map(() => cacheOf(table, { timeoutMilliseconds: 10_000 }));
  return async ({ environment, id, retry, predicted }: Sent) => {
    const session = new CacheSession(caches[environment]!, id, () => `content of ${id}`);
    const known = await session.get(retry);
    const { response } = known ?? (await session.put(predicted));
    return { response, outcome: session.outcome };
  };
}

describe('response cache, whatever the order of requests', () => {
  it('gives an id one response for ever, across environments', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const send = environments(new MemoryTable());
        const given = new Map<string, string>();
        for (const request of sequence) {
          const { response } = await send(request);
          expect(response).toBe(given.get(request.id) ?? request.predicted);
          given.set(request.id, response);
        }
      }),
    );
  });

  it('gives an id one response if all requests come at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const responses = await Promise.all(sequence.map(environments(new MemoryTable())));
        for (const id of ['a', 'b', 'c']) {
          const ofId = responses.filter((_, index) => sequence[index]?.id === id);
          expect(new Set(ofId.map(({ response }) => response)).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never changes an entry of a table that fails now and then', async () => {
    const faults = fc.array(fc.constantFrom('none' as const, 'refused' as const, 'lost' as const), {
      minLength: 30,
      maxLength: 30,
    });
    let settled = 0;

    await fc.assert(
      fc.asyncProperty(requests, faults, async (sequence, weather) => {
        const table = new MemoryTable();
        const send = environments(table);
        const confirmed = new Map<string, string>();
        for (const [index, request] of sequence.entries()) {
          table.fault = weather[index]!;
          const { response, outcome } = await send(request);
          if (outcome === 'degraded') continue;
          settled += 1;
          expect(response).toBe(
            confirmed.get(request.id) ?? table.items.get(`colours#${request.id}`)?.response,
          );
          confirmed.set(request.id, response);
        }
        table.fault = 'none';
        for (const [id, response] of confirmed) {
          const later = await environments(table)({
            environment: 0,
            id,
            retry: undefined,
            predicted: 'another',
          });
          expect(later.response).toBe(response);
        }
      }),
    );
    expect(settled).toBeGreaterThan(100);
  });
});
