import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DynamoStore } from '../../../../functions/inference/cache/dynamodb-store.ts';
import type { CacheEntry } from '../../../../functions/inference/cache/response-store.ts';
import { MAX_ID_LENGTH } from '../../../../functions/inference/contracts/request/request-id.ts';
import { startFaultyTable } from '../../support/faulty-table.ts';
import { entryOf } from '../../support/memory-table.ts';

const NOW = 1_795_255_200;

const entry = (key: string, response = '永') => entryOf(key, response, NOW + 1000);

describe('a response store in DynamoDB', async () => {
  const faulty = await startFaultyTable();
  const store = new DynamoStore('responses', faulty.environment, 1);
  afterAll(async () => {
    store.close();
    await faulty.stop();
  });
  beforeEach(() => {
    faulty.fail('none');
    faulty.calls.length = 0;
  });

  const get = (key: string, milliseconds = 5000) => store.get(key, AbortSignal.timeout(milliseconds));
  const put = (one: CacheEntry, milliseconds = 5000) =>
    store.putIfAbsent(one, NOW, AbortSignal.timeout(milliseconds));

  it('returns the entry that was put first, whatever is put later', async () => {
    expect(await put(entry('first'))).toEqual(entry('first'));
    expect(await put(entry('first', '水'))).toEqual(entry('first'));
    expect(await get('first')).toEqual(entry('first'));
    expect(await get('another')).toBeUndefined();
  });

  it('accepts the longest possible key', async () => {
    const key = `${'m'.repeat(64)}@${'f'.repeat(64)}#${'永'.repeat(MAX_ID_LENGTH)}`;

    await put(entry(key));

    expect(await get(key)).toEqual(entry(key));
  });

  it('replaces an expired entry', async () => {
    await put({ ...entry('old'), expires: NOW - 1 });

    expect((await put(entry('old', '水'))).response).toBe('水');
  });

  it.each(['throttled', 'failing', 'lost'] as const)('tries again if the table is %s once', async (fault) => {
    faulty.fail(fault, 1);
    expect(await put(entry(`once ${fault}`))).toEqual(entry(`once ${fault}`));
    faulty.fail(fault, 1);
    expect(await get(`once ${fault}`)).toEqual(entry(`once ${fault}`));
    // If the first response was lost, the table has the item, and refuses the repeated write. The store then reads the item,
    // because dynalite does not return it with the refusal.
    const found = fault === 'lost' ? ['GetItem'] : [];
    expect(faulty.calls).toEqual(['PutItem', 'PutItem', ...found, 'GetItem', 'GetItem']);
  });

  it.each([
    ['throttled', 'ProvisionedThroughputExceededException', 2],
    ['gone', 'ResourceNotFoundException', 1],
  ] as const)('fails if the table stays %s: %s after %i calls', async (fault, name, calls) => {
    faulty.fail(fault);

    await expect(put(entry(fault))).rejects.toMatchObject({ name });

    expect(faulty.calls).toHaveLength(calls);
  });

  it('says at the start whether its table responds', async () => {
    for (const [fault, responds] of [
      ['none', true],
      ['gone', false],
    ] as const) {
      faulty.fail(fault);
      const opened = new DynamoStore('responses', faulty.environment, 1);
      expect(await opened.responds(5000)).toBe(responds);
      opened.close();
    }
  });

  it('responds again as soon as the table does', async () => {
    faulty.fail('slow');
    await expect(get('back', 50)).rejects.toThrow();
    faulty.fail('none');
    await delay(50);

    expect(await put(entry('back'))).toEqual(entry('back'));
  });
});
