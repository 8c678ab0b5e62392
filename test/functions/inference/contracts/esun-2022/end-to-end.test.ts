import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CHARACTERS } from '../../../../../functions/inference/contracts/esun-2022/schema.ts';
import { openInferenceClient } from '../../../../../functions/inference/contracts/open-inference/client.ts';
import type { Handler } from '../../../../../functions/inference/service/handler.ts';
import type { HttpResponse } from '../../../../../functions/inference/service/http.ts';
import { correctionTask } from '../../../../support/correction-task.ts';
import { startTable, type TestTable } from '../../../support/dynamodb.ts';
import { bodyOf, CONTEXT, event, post } from '../../../support/events.ts';
import { quietHandler } from '../../../support/tiny.ts';

describe('a task with models behind the contract esun-2022', () => {
  let folder: string;
  let table: TestTable;
  let handler: Handler;
  beforeAll(async () => {
    folder = correctionTask([['在 見', '再見']]);
    table = await startTable();
    // A busy machine must not look like a slow table.
    const patience = { CACHE_MILLISECONDS: '10000', BUDGET_MILLISECONDS: '30000' };
    handler = await quietHandler({ ...table.environment, ...patience, MODEL_DIRECTORY: folder });
  });
  afterAll(async () => {
    await table.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = (id: string, sentences: string[], changes: object = {}): Promise<HttpResponse> => {
    const body = {
      esun_uuid: id,
      esun_timestamp: 1_795_255_200,
      sentence_list: sentences,
      retry: 2,
      ...changes,
    };
    return handler(post(JSON.stringify(body)), CONTEXT);
  };

  it('answers with the corrected sentence, and again with the same', async () => {
    const first = await ask('one', ['在 見 <htr>']);
    const repeat = await ask('one', ['在 見 <htr>'], { retry: 1 });

    expect([bodyOf(first).answer, bodyOf(repeat).answer]).toEqual(['再見', '再見']);
    expect(first.headers).toMatchObject({ 'x-subsecond-cache': 'miss' });
    expect(repeat.headers).toMatchObject({ 'x-subsecond-cache': 'hit', 'x-subsecond-members': '0/3' });
  });

  it('refuses an id that comes back with other sentences', async () => {
    await ask('other', ['在 見']);

    expect((await ask('other', ['再 見'])).statusCode).toBe(422);
  });

  it('answers without a member, and does not remember it, where the sentence is longer than members take', async () => {
    const long = '在見'.repeat(MAX_CHARACTERS / 2);

    const responses = [await ask('long', [long]), await ask('long', [long])];

    for (const response of responses) {
      expect(bodyOf(response).answer).toBe(long);
      expect(response.headers).toMatchObject({ 'x-subsecond-members': '0/3; fallback' });
    }
  });

  it.each([
    ['nothing', ['', '<sil>'], ''],
    [
      'ten times the longest sentence',
      Array(10).fill('。'.repeat(MAX_CHARACTERS)),
      '。'.repeat(MAX_CHARACTERS),
    ],
    [
      'control characters, emoji and half-width forms',
      ['\u0000 \u001b 👩‍👩‍👧‍👦 ﾊﾛｰ ＡＢ'],
      '\u0000\u001b👩‍👩‍👧‍👦ﾊﾛｰＡＢ',
    ],
    ['characters that no member knows', ['𠮷野家 Straße'], '𠮷野家Straße'],
  ])('gives back %s as it was heard', async (name, sentences, answer) => {
    const response = await ask(name, sentences);

    expect([response.statusCode, bodyOf(response).answer]).toEqual([200, answer]);
  });

  it('is described by its first contract, and asked by the open inference protocol as well', async () => {
    const description = bodyOf(await handler(event('GET', '/openapi.json'), CONTEXT));
    const page = await handler(event('GET', '/docs'), CONTEXT);
    const client = openInferenceClient({ task: 'sentences' });
    const bytes = Buffer.from('在 見\n');
    const sample = { name: '0.txt', label: '再見', mediaType: 'text/plain', bytes };
    const { path, headers, body } = client.request(sample, 'v2', 0);

    const { statusCode: status = 0, body: reply = '' } = await handler(
      event('POST', path, { headers, body: body as string }),
      CONTEXT,
    );

    expect(description).toMatchObject({
      paths: { '/inference': {} },
      components: { schemas: { Esun2022Question: {} } },
    });
    expect(page.body).toContain('array of 1 to 10: string, 0 to 10000 characters');
    expect(client.read({ status, headers: {}, body: reply }, 'v2')).toEqual({ answer: '再見' });
  });
});
