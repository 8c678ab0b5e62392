import { describe, expect, it } from 'vitest';
import { bodyOf, post } from '../../../support/events.ts';
import { fakeService } from './support.ts';

const HEARD = ['我 要 帳丹', '我 要 帳 蛋'];

const question = (id: string, sentences: string[] = HEARD, changes: object = {}, path?: string) =>
  post(
    JSON.stringify({
      esun_uuid: id,
      esun_timestamp: 1_795_255_200,
      sentence_list: sentences,
      retry: 2,
      ...changes,
    }),
    path,
  );

describe('a task behind the contract esun-2022', () => {
  it('answers with the corrected sentence, without spaces', async () => {
    const response = await fakeService().ask(question('one'));

    expect(response.statusCode).toBe(200);
    expect(bodyOf(response)).toEqual({
      esun_uuid: 'one',
      server_uuid: expect.stringMatching(/^[0-9a-f]{64}$/),
      answer: '我要帳單',
      server_timestamp: expect.any(Number),
    });
    expect(response.headers).toMatchObject({ 'x-subsecond-members': '2/2', 'x-subsecond-cache': 'miss' });
  });

  it('explains the same answer to people', async () => {
    const explanation = bodyOf(await fakeService().ask(question('one', HEARD, {}, '/explain')));

    expect(explanation).toMatchObject({
      answer: '我要帳單',
      reply: { answer: '我要帳單', esun_uuid: 'one' },
    });
  });

  it('answers a repeated id alike without asking a member again, whatever time and attempts it gives', async () => {
    const { ask, runs } = fakeService();
    const first = await ask(question('again'));

    const repeat = await ask(question('again', HEARD, { esun_timestamp: 1, retry: 1 }));

    expect(bodyOf(repeat).answer).toBe(bodyOf(first).answer);
    expect(repeat.headers).toMatchObject({ 'x-subsecond-cache': 'hit', 'x-subsecond-members': '0/2' });
    expect(runs()).toBe(2);
  });

  it('takes the phonemes for no part of the question', async () => {
    const { ask } = fakeService();
    await ask(question('phonemes'));

    const repeat = await ask(question('phonemes', HEARD, { phoneme_sequence_list: ['w o3'] }));

    expect(repeat.headers).toMatchObject({ 'x-subsecond-cache': 'hit' });
  });

  it.each([
    ['other sentences', ['我 要 帳單']],
    ['the sentences in another order', HEARD.toReversed()],
    ['the same characters divided otherwise', [`${HEARD[0]}","${HEARD[1]}`]],
    ['the same sentence in other words', ['我要 帳丹', '我 要 帳 蛋']],
  ])('refuses an id that comes back with %s', async (_, sentences) => {
    const { ask } = fakeService();
    await ask(question('conflict'));

    const response = await ask(question('conflict', sentences));

    expect(response.statusCode).toBe(422);
    expect(bodyOf(response).type).toBe('urn:subsecond:problem:id-conflict');
  });

  it('gives back what was heard where there is no time for a member, says so, and does not remember it', async () => {
    const { ask, table, runs } = fakeService(60_000);

    const response = await ask(question('late'));

    expect(bodyOf(response).answer).toBe('我要帳丹');
    expect(response.headers).toMatchObject({ 'x-subsecond-members': '0/2; fallback' });
    expect([runs(), table.items.size]).toEqual([0, 0]);
  });

  it('answers a recogniser that heard nothing with nothing', async () => {
    const response = await fakeService().ask(question('silence', ['', ' <sil> ']));

    expect([response.statusCode, bodyOf(response).answer]).toEqual([200, '']);
  });
});
