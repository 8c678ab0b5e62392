import { hash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Handler } from '../../../../functions/inference/service/handler.ts';
import type { HttpEvent } from '../../../../functions/inference/service/http.ts';
import { PROBLEMS, problemType } from '../../../../functions/inference/service/problems.ts';
import { bodyOf, CONTEXT, event, post, question } from '../../support/events.ts';
import { jpegOf, plain, RED } from '../../support/pictures.ts';
import { quietHandler } from '../../support/tiny.ts';

/** By the tests of the contract `open-inference`, of the cache, and of the kind `tensor`. */
type ElsewhereTested = 'internal' | 'id-conflict' | 'invalid-tensor' | 'unknown-version' | 'answer-too-large';

const ID = { esun_uuid: 'id-1', esun_timestamp: 1 };

/** An event whose signature an authorizer has found to be good, for a body. */
function signedAs(asked: HttpEvent, body: string): HttpEvent {
  const authorizer = { lambda: { caller: 'bank', bodySha256: hash('sha256', body) } };
  return { ...asked, requestContext: { ...asked.requestContext, authorizer } as never };
}

describe('the function', () => {
  let handler: Handler;
  let red: string;
  beforeAll(async () => {
    handler = await quietHandler({ CAPTAIN_EMAIL: 'captain@team.example', SERVER_SALT: 'salt' });
    red = await jpegOf(RED);
  });

  it('answers a question in the contract’s own words, and adds nothing', async () => {
    const response = await handler(question(red, { esun_uuid: 'id-1' }), CONTEXT);

    const reply = bodyOf(response);
    expect(response.statusCode).toBe(200);
    expect(reply).toEqual({
      esun_uuid: 'id-1',
      server_uuid: hash('sha256', `captain@team.example${reply.server_timestamp}salt`),
      answer: '一',
      server_timestamp: expect.closeTo(Date.now() / 1000, -1),
    });
  });

  it('tells in headers how it came to the answer', async () => {
    const { headers } = await handler(question(red), CONTEXT);

    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-subsecond-cache': 'off',
      'x-subsecond-members': '3/3',
      'x-subsecond-start': 'warm',
      'server-timing': expect.stringMatching(/^contract;dur=[\d.]+, decode;dur=[\d.]+, predict;dur=[\d.]+$/),
    });
  });

  it('takes a body that API Gateway has encoded', async () => {
    const asked = question(red);
    const encoded = {
      ...asked,
      body: Buffer.from(asked.body ?? '').toString('base64'),
      isBase64Encoded: true,
    };

    expect((await handler(encoded, CONTEXT)).statusCode).toBe(200);
  });

  it('answers a caller who has signed the very body', async () => {
    const asked = question(red);
    const encoded = {
      ...asked,
      body: Buffer.from(asked.body ?? '').toString('base64'),
      isBase64Encoded: true,
    };

    for (const sent of [asked, encoded]) {
      expect((await handler(signedAs(sent, asked.body ?? ''), CONTEXT)).statusCode).toBe(200);
    }
  });

  it('explains an answer to people', async () => {
    const explanation = bodyOf(await handler(question(red, {}, '/explain'), CONTEXT));

    expect(explanation).toMatchObject({ answer: '一', cache: 'off', version: 'tiny-1', threshold: 0.5 });
    expect(explanation.reply).toMatchObject({ answer: '一', esun_uuid: expect.any(String) });
    expect(explanation.rejected).toBe(false);
    expect(explanation.confidence).toBeGreaterThan(0.9);
    expect(explanation.members).toHaveLength(3);
    expect((explanation.members as { top: object[] }[])[0]?.top[0]).toMatchObject({ label: '一' });
    expect((explanation.mean as object[])[0]).toMatchObject({ label: '一' });
    expect(Object.keys(explanation.stages as object)).toEqual(['contract', 'decode', 'predict']);
  });

  it('is ready when every member is', async () => {
    expect(bodyOf(await handler(event('GET', '/healthz'), CONTEXT))).toEqual({
      status: 'ready',
      task: 'colours',
      version: 'tiny-1',
      members: ['first', 'second', 'third'],
      cache: 'off',
      unwritten: 0,
    });
  });

  it('answers HEAD like GET: the gateway leaves the body out, and knows its length', async () => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => handler(event(method, '/healthz'), CONTEXT)),
    );

    expect(head).toEqual(get);
  });

  it.each([{}, null, { requestContext: {} }, { version: '1.0', httpMethod: 'GET' }])(
    'answers an event that no gateway sent: %j',
    async (strange) => {
      expect((await handler(strange as never, CONTEXT)).statusCode).toBe(404);
    },
  );

  it('marks the first request of an environment that a caller waited for, and only that one', async () => {
    const cold = await quietHandler({ AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' });

    const starts = [];
    for (let request = 0; request < 2; request++) {
      starts.push((await cold(question(red), CONTEXT)).headers?.['x-subsecond-start']);
    }

    expect(starts).toEqual(['cold', 'warm']);
  });

  const wrong: Record<Exclude<keyof typeof PROBLEMS, ElsewhereTested>, () => ReturnType<Handler>> = {
    'not-json': () => handler(post('{"esun_uuid": '), CONTEXT),
    'invalid-request': () => handler(post('{}'), CONTEXT),
    'invalid-base64': () => handler(question('***'), CONTEXT),
    signature: () => handler(signedAs(question(red), 'another body'), CONTEXT),
    'not-found': () => handler(event('GET', '/nowhere'), CONTEXT),
    'method-not-allowed': () => handler(event('GET', '/inference'), CONTEXT),
    'image-too-large': () => handler(question('A'.repeat(6_000_004)), CONTEXT),
    'media-type': () =>
      handler(event('POST', '/inference', { headers: { 'content-type': 'text/plain' } }), CONTEXT),
    'image-format': async () =>
      handler(question((await plain(RED).gif().toBuffer()).toString('base64')), CONTEXT),
    'image-unreadable': () => handler(question(red.slice(0, 240)), CONTEXT),
    'image-too-many-pixels': async () =>
      handler(question((await plain(RED, 2_500, 2_500).png().toBuffer()).toString('base64')), CONTEXT),
  };
  it.each(Object.entries(wrong))('refuses with problem %s', async (name, ask) => {
    const response = await ask();

    const { status, title } = PROBLEMS[name as keyof typeof PROBLEMS];
    expect(response).toMatchObject({
      statusCode: status,
      headers: { 'content-type': 'application/problem+json' },
    });
    expect(bodyOf(response)).toMatchObject({
      type: problemType(name as keyof typeof PROBLEMS),
      status,
      title,
    });
    expect(bodyOf(response).detail).toMatch(/\.$/);
  });

  it('is found below a path of its own, too, so that several tasks can share one address', async () => {
    const own = { ...question(red), rawPath: '/tasks/colours/inference' };

    expect(bodyOf(await handler(own, CONTEXT)).answer).toBe('一');
    expect((await handler(event('GET', '/tasks/colours'), CONTEXT)).statusCode).toBe(303);
    expect((await handler(event('GET', '/tasks/others/healthz'), CONTEXT)).statusCode).toBe(404);
  });

  it('is found below its secret', async () => {
    const hidden = await quietHandler({ SECRET_PATH: 'secret' });

    expect((await hidden(event('GET', '/secret/healthz'), CONTEXT)).statusCode).toBe(200);
    expect((await hidden(event('GET', '/secret/tasks/colours/healthz'), CONTEXT)).statusCode).toBe(200);
    expect((await hidden(event('GET', '/secret'), CONTEXT)).headers).toMatchObject({
      location: '/secret/docs',
    });
  });

  it('explains nothing where that is switched off', async () => {
    const silent = await quietHandler({ EXPLAIN: 'off' });

    expect((await silent(question(red, {}, '/explain'), CONTEXT)).statusCode).toBe(404);
    expect((await silent(question(red), CONTEXT)).statusCode).toBe(200);
  });

  it('says which methods an address takes', async () => {
    expect((await handler(event('DELETE', '/healthz'), CONTEXT)).headers).toMatchObject({
      allow: 'GET, HEAD',
    });
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.bank+json', undefined])(
    'takes a body of media type %s',
    async (mediaType) => {
      const headers = mediaType ? { 'content-type': mediaType } : {};

      expect((await handler({ ...question(red), headers }, CONTEXT)).statusCode).toBe(200);
    },
  );

  it.each(['__proto__', 'constructor', 'toString'])('knows no address /%s', async (name) => {
    expect((await handler(event('GET', name), CONTEXT)).statusCode).toBe(404);
    expect((await handler(event(name, '/healthz'), CONTEXT)).statusCode).toBe(405);
  });

  it('takes an empty body for what it is', async () => {
    const { body: _, ...empty } = post('');

    expect(bodyOf(await handler(empty, CONTEXT))).toMatchObject({ type: problemType('not-json') });
    expect(bodyOf(await handler(post(JSON.stringify(ID)), CONTEXT))).toMatchObject({
      errors: [{ pointer: '/image', detail: 'is missing' }],
    });
  });
});
