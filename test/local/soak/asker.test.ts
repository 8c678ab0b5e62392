import { describe, expect, it } from 'vitest';
import { esun2021Client } from '../../../functions/inference/contracts/esun-2021/client.ts';
import { Asker } from '../../../local/soak/asking/asker.ts';
import { Counts } from '../../../local/soak/asking/counts.ts';
import { Ledger } from '../../../local/soak/ledger/ledger.ts';
import { type Play, playService, sampleOf } from './playing-service.ts';

const ONE = sampleOf('one.png', '一');
const TWO = sampleOf('two.png', '二');

/** Somebody who asks a service that behaves like that. */
async function asking(play: Play, budgetMilliseconds = 10_000, lostAfterMilliseconds = 500) {
  const target = await playService(play);
  const counts = new Counts();
  const events: unknown[] = [];
  const plan = { target, client: esun2021Client, budgetMilliseconds, lostAfterMilliseconds };
  const asker = new Asker(plan, new Ledger(), counts, (kind, fields) => events.push({ kind, ...fields }));
  return { asker, counts, events };
}

const isTwo = (image: string) => image === Buffer.from('two.png').toString('base64');

describe('A question', () => {
  it('that is answered twice alike is counted, and nothing is wrong', async () => {
    const { asker, counts } = await asking(({ before }, response, reply) => {
      response.setHeader('x-subsecond-cache', before === 0 ? 'miss' : 'hit');
      reply('一');
    });

    const first = await asker.put('a', ONE);
    await asker.put('a', ONE);

    expect(first).toMatchObject({ attempts: 1, last: { answer: '一', firmness: 'remembered' } });
    expect(counts).toMatchObject({ questions: 2, attempts: 2, answers: 2, fromMemory: 1 });
    expect(Object.values(counts.wrong)).toEqual([0, 0, 0, 0, 0]);
  });

  it('that is answered in two ways is found', async () => {
    const { asker, counts, events } = await asking(({ before }, _, reply) =>
      reply(before === 0 ? '一' : '二'),
    );

    await asker.put('a', ONE);
    await asker.put('a', ONE);

    expect(counts.wrong.changed).toBe(1);
    expect(events).toEqual([
      { kind: 'changed', id: 'a', detail: '"one.png" was answered "一" (remembered), and now "二"' },
    ]);
  });

  it('that is put under the id of another one must be refused', async () => {
    const { asker, counts } = await asking(({ image }, response, reply) => {
      if (isTwo(image)) response.writeHead(422).end();
      else reply('一');
    });

    await asker.put('a', ONE);
    const other = await asker.put('a', TWO);

    expect(other.last).toEqual({ kind: 'conflict' });
    expect([counts.conflicts, counts.wrong.changed]).toEqual([1, 0]);
  });

  it('that gets the id of another one is found', async () => {
    const { asker, counts } = await asking(({ image }, _, reply) => reply(isTwo(image) ? '二' : '一'));

    await asker.put('a', ONE);
    await asker.put('a', TWO);

    expect(counts.wrong.changed).toBe(1);
  });

  it('that never gets an answer is lost, however often it is repeated', async () => {
    const { asker, counts } = await asking((_, response) => response.writeHead(502).end('no'));

    const settled = await asker.put('a', ONE);

    expect(settled.last).toBeUndefined();
    expect(settled.attempts).toBeGreaterThan(1);
    expect(counts.wrong.lost).toBe(1);
    expect(counts.wrongStatuses.get('502')).toBe(settled.attempts);
  });

  it('that is silently dropped at first is asked again, and not lost', async () => {
    const { asker, counts } = await asking(
      ({ before }, _, reply) => {
        if (before > 0) reply('一');
      },
      300,
      10_000,
    );

    const settled = await asker.put('a', ONE);

    expect(settled.last).toMatchObject({ answer: '一' });
    expect(counts.late).toBe(settled.attempts - 1);
    expect(counts.wrong.lost).toBe(0);
  });

  it('that is refused with Retry-After waits, and that is no fault', async () => {
    const { asker, counts } = await asking(({ before }, response, reply) => {
      if (before === 0) response.writeHead(429, { 'retry-after': '0' }).end();
      else if (before === 1) response.writeHead(503, { 'retry-after': '0' }).end();
      else reply('一');
    });

    await asker.put('a', ONE);

    expect([counts.refused429, counts.refused503, counts.wrong['wrong status']]).toEqual([1, 1, 0]);
  });

  it('that is refused without Retry-After is a wrong status', async () => {
    const { asker, counts } = await asking(({ before }, response, reply) => {
      if (before === 0) response.writeHead(503).end();
      else reply('一');
    });

    await asker.put('a', ONE);

    expect(counts.wrong['wrong status']).toBe(1);
  });

  it('whose answer is not the one it gets in calm is found, but not one that lacked time', async () => {
    const { asker, counts } = await asking(({ id }, response, reply) => {
      if (id === 'hurried') response.setHeader('x-subsecond-members', '1/3; shortened');
      reply('二');
    });
    asker.expected.set('one.png', '一');

    await asker.put('hurried', ONE);
    expect(counts.wrong['wrong answer']).toBe(0);
    await asker.put('calm', ONE);

    expect([counts.provisional, counts.wrong['wrong answer']]).toEqual([1, 1]);
  });

  it('whose connection is cut is found, unless the service is down on purpose', async () => {
    const { asker, counts } = await asking(({ before }, response, reply) => {
      if (before === 0) response.destroy();
      else reply('一');
    });

    asker.expects = 'cut';
    await asker.put('a', ONE);
    expect([counts.unreachable, counts.wrong['broken connection']]).toEqual([1, 0]);
    asker.expects = 'refused';
    await asker.put('b', ONE);
    expect([counts.cutWhileStopping, counts.wrong['broken connection']]).toEqual([1, 0]);
    asker.expects = undefined;
    await asker.put('c', ONE);

    expect([counts.unreachable, counts.wrong['broken connection']]).toEqual([2, 1]);
  });

  it('whose answer breaks off has not been answered', async () => {
    const { asker, counts } = await asking(({ before }, response, reply) => {
      if (before > 0) reply('二');
      else {
        response.writeHead(200, { 'content-length': '500' });
        response.write('{"esun_uuid": "a", "answer": "一"');
        setTimeout(() => response.destroy(), 20);
      }
    });

    await asker.put('a', ONE);

    expect([counts.answers, counts.wrong.changed, counts.wrong['broken connection']]).toEqual([1, 0, 1]);
  });

  it('answered while the table was out of reach is owed to it', async () => {
    const { asker, counts } = await asking((_, response, reply) => {
      response.setHeader('x-subsecond-cache', 'degraded');
      reply('一');
    });

    expect(await asker.put('a', ONE)).toMatchObject({ last: { firmness: 'owed' } });
    expect(counts.degraded).toBe(1);
  });
});
