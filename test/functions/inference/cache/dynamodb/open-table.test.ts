import { beforeEach, describe, expect, it } from 'vitest';
import { opening } from '../../../../../functions/inference/cache/dynamodb/open-table.ts';
import { MemoryTable } from '../../../support/memory-table.ts';

describe('a table at the start of an environment', () => {
  let table: MemoryTable;
  beforeEach(() => {
    table = new MemoryTable();
  });

  it('is asked something, so that its connection is there for the first question', async () => {
    expect(await opening(table).answers(1_000)).toBe(true);
    expect(table.calls).toBe(1);
  });

  it('may be out of reach', async () => {
    table.fault = 'refused';

    expect(await opening(table).answers(1_000)).toBe(false);
  });

  it('is not waited for any longer than it may delay a request', async () => {
    table.fault = 'silent';
    const started = performance.now();

    expect(await opening(table).answers(20)).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
