import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSyntheticRequest } from '../../../functions/synthetic-request/handler.ts';
import { redModel } from '../../support/tiny-model.ts';
import { CREDENTIALS, type FakeResponse, fakeService } from '../support/fake-service.ts';

const SETTINGS = {
  ...CREDENTIALS,
  SIGN: 'no',
  DEADLINE_MILLISECONDS: '5000',
  SERVICE: 'digits-prod',
  USER_AGENT: 'ours-alone',
};

/** A response of the contract esun-2021 to any request. */
function responseTo(body: string, answer: string): FakeResponse {
  const { esun_uuid } = JSON.parse(body);
  const server_timestamp = Math.floor(Date.now() / 1000);
  return { body: JSON.stringify({ esun_uuid, server_uuid: 'a'.repeat(64), answer, server_timestamp }) };
}

describe('the synthetic request', () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  beforeEach(() => void lines.mockClear());
  afterEach(() => void vi.useRealTimers());

  const started = async (address: string, changes: NodeJS.ProcessEnv = {}, samples = 1) =>
    startSyntheticRequest({
      ...SETTINGS,
      ADDRESS: `${address}/between-friends`,
      MODEL_DIRECTORY: await redModel(Array(samples).fill('一')),
      ...changes,
    });
  const record = () => JSON.parse(lines.mock.calls[0]?.[0]);

  const aws = expect.stringContaining('/eu-west-1/execute-api/aws4_request');
  it.each([
    ['not, because callers are not', 'no', undefined],
    ['because callers must be AWS identities', 'yes', aws],
  ])(
    'is sent to the address of callers, is distinguishable from their requests, and is signed: %s',
    async (_, SIGN, authorization) => {
      const { url, arrived } = await fakeService(({ body }) => responseTo(body, '一'));

      await (await started(url, { SIGN }))();

      expect(arrived[0]).toMatchObject({ method: 'POST', path: '/between-friends/inference' });
      const { 'user-agent': agent, authorization: signed } = arrived[0]!.headers;
      expect([agent, signed]).toEqual(['ours-alone', authorization]);
      expect(JSON.parse(arrived[0]!.body).esun_uuid).toMatch(/^ours-alone-[0-9a-f-]{36}$/);
      expect(record()).toMatchObject({
        _aws: { CloudWatchMetrics: [{ Namespace: 'Subsecond', Dimensions: [['service']] }] },
        service: 'digits-prod',
        SyntheticFailed: 0,
        SyntheticWrong: 0,
        SyntheticLatency: expect.any(Number),
      });
    },
  );

  const late = (body: string) => setTimeout(250, responseTo(body, '一'));
  const wrong = (body: string) => responseTo(body, '二');
  it.each<[string, (body: string) => FakeResponse | Promise<FakeResponse>, object, deadline?: string]>([
    ['an error', () => ({ status: 503, body: '{}' }), { SyntheticFailed: 1, error: 'status 503' }],
    ['a response after the deadline', late, { SyntheticFailed: 1, SyntheticWrong: 0 }, '200'],
    ['a wrong response, which counts separately', wrong, { SyntheticFailed: 0, SyntheticWrong: 1 }],
  ])('counts %s', async (_, respond, expected, deadline = '10000') => {
    const { url } = await fakeService(({ body }) => respond(body));

    await (await started(url, { DEADLINE_MILLISECONDS: deadline }))();

    expect(record()).toMatchObject(expected);
  });

  it('counts an address at which nobody listens', async () => {
    await (await started('http://127.0.0.1:1'))();

    expect(record()).toMatchObject({ SyntheticFailed: 1, error: 'fetch failed' });
  });

  it('is another sample every five minutes', async () => {
    const { url } = await fakeService(({ body }) => responseTo(body, '一'));
    const send = await started(url, {}, 3);
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });

    const samples: string[] = [];
    for (const minutes of [0, 5, 10, 15]) {
      vi.setSystemTime(minutes * 60_000);
      samples.push((await send()).sample);
    }

    expect(samples).toEqual(['0.png', '1.png', '2.png', '0.png']);
  });
});
