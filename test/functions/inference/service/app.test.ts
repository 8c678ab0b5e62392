import { hash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Predictor } from '../../../../functions/inference/ensemble/predictor.ts';
import { PROBLEMS, Problem, type ProblemName } from '../../../../functions/inference/problems/problems.ts';
import { jpegOf, plain, RED } from '../../support/pictures.ts';
import { bodyOf, competitionRequest, post, request } from '../../support/requests.ts';
import { keptLines, quietService, type Received } from '../../support/tiny.ts';

const OF_PREDICTORS = [
  'too-much-memory',
  'too-busy',
  'worker-died',
  'stopping',
  'deadline-exceeded',
  'worker-timed-out',
] as const;

/** Problems that are tested in other files, or further down in this file. */
type OfContracts = 'invalid-tensor' | 'unknown-version' | 'text-too-long' | 'inflated-too-large';
type OfService = 'internal' | 'id-conflict' | 'response-too-large' | 'not-ready';
type ElsewhereTested = OfContracts | OfService | (typeof OF_PREDICTORS)[number];

const failing = (error: Error): Predictor => ({ predict: () => Promise.reject(error) });

const URN = 'urn:subsecond:problem:';
const UNCACHED = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const send = await quietService({ CAPTAIN_EMAIL: 'captain@team.example', SERVER_SALT: 'salt' });
const red = await jpegOf(RED);
const encoded = (bytes: Uint8Array) => competitionRequest(Buffer.from(bytes).toString('base64'));

describe('the service of a model', () => {
  it('responds in the contract’s format, and explains the response only in headers', async () => {
    const response = await send(competitionRequest(red, { esun_uuid: 'id-1' }, '/inference?year=2021'));

    const reply = bodyOf(response);
    expect(response.status).toBe(200);
    expect(reply).toEqual({
      esun_uuid: 'id-1',
      server_uuid: hash('sha256', `captain@team.example${reply.server_timestamp}salt`),
      answer: '一',
      server_timestamp: expect.closeTo(Date.now() / 1000, -1),
    });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'x-subsecond-cache': 'off',
      'x-subsecond-members': '3/3',
      'x-subsecond-start': 'warm',
      'server-timing': expect.stringMatching(/^contract;dur=[\d.]+, decode;dur=[\d.]+, predict;dur=[\d.]+$/),
    });
  });

  it('logs neither the image nor the captain’s name and e-mail', async () => {
    const { lines, telemetry } = keptLines();
    const service = await quietService({ CAPTAIN_EMAIL: 'captain@team.example' }, { telemetry });

    await service(competitionRequest(red));

    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`captain|${red.slice(0, 40).replaceAll('+', '.')}`));
  });

  it('echoes a trace id, and logs it', async () => {
    const { lines, telemetry } = keptLines();
    const service = await quietService({}, { telemetry });
    const sent = (id: string) => service(request('GET', '/healthz', { headers: { 'x-request-id': id } }));

    const responses = [await sent('trace-1'), await sent('a b')];

    expect(responses.map(({ headers }) => headers['x-request-id'])).toEqual(['trace-1', undefined]);
    expect(lines.map(({ trace_id }) => trace_id)).toEqual(['trace-1', undefined]);
  });

  it('explains a response to people', async () => {
    const explanation = bodyOf(await send(competitionRequest(red, {}, '/explain')));

    const { members, mean } = explanation as { members: { top: object[] }[]; mean: object[] };
    expect(explanation).toMatchObject({
      reply: { answer: '一', esun_uuid: expect.any(String) },
      ...{ prediction: '一', cache: 'off', version: 'tiny-1', threshold: 0.5, rejected: false },
    });
    expect(members).toHaveLength(3);
    expect([members[0]!.top[0], mean[0]]).toMatchObject([{ label: '一' }, { label: '一' }]);
    expect(explanation.confidence).toBeGreaterThan(0.9);
    expect(Object.keys(explanation.stages as object)).toEqual(['contract', 'decode', 'predict']);
  });

  it('has no address for explanations if they are switched off', async () => {
    const silent = await quietService({ EXPLAIN: 'off' });

    expect((await silent(competitionRequest(red, {}, '/explain'))).status).toBe(404);
    expect((await silent(competitionRequest(red))).status).toBe(200);
  });

  it('is ready when every member is', async () => {
    const health = bodyOf(await send(request('GET', '/healthz')));

    const model = { model: 'colours', version: 'tiny-1', members: ['first', 'second', 'third'] };
    expect(health).toEqual({ status: 'ready', ...model, cache: 'off' });
  });

  it('is not ready while its predictor is not, and says when to try again', async () => {
    let isReady = false;
    const predictor = { ...failing(new Error('unused')), isReady: () => isReady };
    const service = await quietService({}, { predictor });
    const addresses = ['/healthz', '/v2/health/ready', '/v2/models/colours/ready', '/ping'];
    const statuses = () =>
      Promise.all(addresses.map(async (path) => (await service(request('GET', path))).status));

    expect(await statuses()).toEqual([503, 503, 503, 503]);
    const health = await service(request('GET', '/healthz'));
    expect([health.headers['retry-after'], bodyOf(health).type]).toEqual(['1', `${URN}not-ready`]);
    expect((await service(request('GET', '/v2/health/live'))).status).toBe(200);
    isReady = true;
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  it('responds although telemetry fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const observe = () => {
      throw new Error('no metrics');
    };
    const service = await quietService({}, { telemetry: { write: () => {}, observe } });

    const response = await service(competitionRequest(red));

    expect(response).toMatchObject({ status: 500, headers: UNCACHED });
    expect(bodyOf(response).type).toBe(`${URN}internal`);
    expect(logged).toHaveBeenCalledOnce();
  });

  it('marks the first request of a process that a caller waited for, and only that one', async () => {
    const cold = await quietService({ AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' });

    const starts = [await cold(competitionRequest(red)), await cold(competitionRequest(red))];

    expect(starts.map(({ headers }) => headers['x-subsecond-start'])).toEqual(['cold', 'warm']);
  });

  const wrong: Record<Exclude<ProblemName, ElsewhereTested>, () => Promise<Received>> = {
    'not-json': () => send(post('{"esun_uuid": ')),
    'invalid-request': () => send(competitionRequest(red, { image: undefined })),
    'invalid-base64': () => send(competitionRequest('***')),
    'not-found': () => send(request('GET', '/nowhere')),
    'method-not-allowed': () => send(request('GET', '/inference')),
    'media-type': () => send(post('', '/inference', { 'content-type': 'text/plain' })),
    'image-format': async () => send(encoded(Buffer.from('\0\0\0\x18ftypheic', 'latin1'))),
    'image-unreadable': () => send(encoded(Buffer.from(red, 'base64').subarray(0, -20))),
    'image-too-many-pixels': async () => {
      const picture = await plain(RED).png().toBuffer();
      // Overwrites width and height in the PNG's header.
      for (const offset of [16, 20]) picture.writeUInt32BE(9_000, offset);
      return send(encoded(picture));
    },
  };
  it.each(Object.entries(wrong))('refuses with problem %s, as it is documented', async (name, send) => {
    const response = await send();

    const { status, title, detail } = PROBLEMS[name as ProblemName];
    const headers = { 'content-type': 'application/problem+json', ...UNCACHED };
    expect(response).toMatchObject({ status, headers });
    const errors = name === 'invalid-request' && { errors: [{ pointer: '/image', detail: 'is missing' }] };
    expect(bodyOf(response)).toEqual({ type: `${URN}${name}`, status, title, detail, ...errors });
  });

  it.each(OF_PREDICTORS)('passes on the problem %s in the form of each contract', async (name) => {
    const problem = new Problem(name, 'So it is.', { headers: { 'retry-after': '7' } });
    const service = await quietService({}, { predictor: failing(problem) });
    const inputs = [{ name: 'pixels', datatype: 'UINT8', shape: [1, 8, 8, 3], data: Array(192).fill(1) }];

    const own = await service(competitionRequest(red));
    const protocol = await service(post(JSON.stringify({ inputs }), '/v2/models/colours/infer'));

    const { status } = PROBLEMS[name];
    const headers = { 'retry-after': '7', ...UNCACHED };
    expect(own).toMatchObject({ status, headers });
    expect(protocol).toMatchObject({ status, headers: { ...headers, 'content-type': 'application/json' } });
    expect(bodyOf(own)).toMatchObject({ type: `${URN}${name}`, detail: 'So it is.' });
    expect(bodyOf(protocol)).toEqual({ error: 'So it is.' });
  });

  it.each([
    ['reports what failed, and tells the caller nothing of it', false, 'ERROR'],
    ['reports no failure if nobody waits for a response any more', true, 'INFO'],
  ])('%s', async (_, isAbandoned, level) => {
    const { lines, telemetry } = keptLines();
    const broken = await quietService({}, { predictor: failing(new Error('the disk is red')), telemetry });

    const response = await broken(competitionRequest(red), { isAbandoned: () => isAbandoned });

    expect(response.status).toBe(500);
    expect(bodyOf(response).type).toBe(`${URN}internal`);
    expect(String(response.body)).not.toContain('disk');
    expect(lines).toMatchObject([{ level, status: 500, problem: 'internal', invocation: 'invocation-1' }]);
    expect(JSON.stringify(lines).includes('the disk is red')).toBe(!isAbandoned);
  });

  it('tells its predictor whether the caller still waits', async () => {
    const predict = vi.fn<Predictor['predict']>().mockRejectedValue(new Problem('stopping', 'Enough.'));
    const service = await quietService({}, { predictor: { predict } });

    await service(competitionRequest(red), { isAbandoned: () => true });
    await service(competitionRequest(red));

    const abandoned = predict.mock.calls.map(([, { isAbandoned }]) => isAbandoned?.());
    expect(abandoned).toEqual([true, undefined]);
  });
});

describe('an address', () => {
  it('that accepts GET accepts HEAD, and then sends only the body’s length', async () => {
    const [head, get] = [await send(request('HEAD', '/healthz')), await send(request('GET', '/healthz'))];

    const length = { 'content-length': String(get.body.length) };
    expect([head.status, head.headers]).toEqual([get.status, { ...get.headers, ...length }]);
    expect([head.body.length, get.body.length > 0]).toEqual([0, true]);
  });

  it.each([
    ['DELETE', '/healthz', 405, 'GET, HEAD'],
    ['POST', '/docs', 405, 'GET, HEAD'],
    ['GET', '/inference', 405, 'POST'],
    ['HEAD', '/inference', 405, 'POST'],
    ['OPTIONS', '/v2/models/colours', 405, 'GET, HEAD'],
    ['__proto__', '/healthz', 405, 'GET, HEAD'],
    ['GET', '/inference/', 404, undefined],
    ['GET', '/__proto__', 404, undefined],
    ['GET', '/constructor', 404, undefined],
    ['GET', '/*', 404, undefined],
    ['GET', '/healthz?deep=1', 200, undefined],
  ])('responds to %s %s with %i, and lists its methods', async (method, path, status, allow) => {
    const response = await send(request(method, path));

    expect([response.status, response.headers.allow]).toEqual([status, allow]);
  });

  it.each([
    ['/v2/models/others', { error: 'There is no model "others"; available: "colours".' }],
    ['/v2/models/colours/versions/9', { error: 'The model "colours" has no version "9"; it has "tiny-1".' }],
    ['/v20', { type: `${URN}not-found` }],
  ])('below the root of a contract gives 404 in its format: %s', async (path, body) => {
    const response = await send(request('GET', path));

    expect(response.status).toBe(404);
    expect(bodyOf(response)).toMatchObject(body);
  });

  it.each([
    [undefined, '/models/colours/healthz', 200],
    [undefined, '/models/others/healthz', 404],
    [undefined, '/models/colourshealthz', 404],
    ['secret', '/secret/healthz', 200],
    ['secret', '/secret/models/colours/healthz', 200],
    ['secret', '/healthz', 200],
    ['secret', '/other/healthz', 404],
    ['secret', '/secrethealthz', 404],
    ['secret', '/', 303, '/docs'],
    ['secret', '/secret', 303, '/secret/docs'],
    ['secret', '/secret/models/colours/', 303, '/secret/models/colours/docs'],
  ])('with the secret %s responds at %s with %i, and sends people to the documentation', async (...row) => {
    const [secret, path, status, location] = row;
    const service = await quietService({ SECRET_PATH: secret, EXPLAIN: 'off' });

    const response = await service(request('GET', path));

    expect([response.status, response.headers.location]).toEqual([status, location]);
  });

  it.each([
    ['永'.repeat(255), 200, undefined],
    [Buffer.from('caf\xe9', 'latin1'), 400, expect.stringContaining('U+FFFD')],
  ])('reads a header’s bytes as text: %s', async (id, status, detail) => {
    const key = Buffer.from(id as string).toString('latin1');
    const headers = { 'content-type': 'image/jpeg', 'idempotency-key': key };

    const response = await send(post(Buffer.from(red, 'base64'), '/predictions/colours', headers));

    expect([response.status, bodyOf(response).detail]).toEqual([status, detail]);
  });
});
