import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAuthorizer } from '../../../functions/authorizer/handler.ts';
import { cachedSecret } from '../../../functions/authorizer/secrets.ts';
import { CREDENTIALS, type FakeResponse, fakeService } from '../support/fake-service.ts';

const MINUTE = 60_000;

describe('a secret', () => {
  const fetched = vi.fn<() => Promise<string>>();
  let clock = 0;
  let secret: () => Promise<string>;

  beforeEach(() => {
    clock = 0;
    fetched.mockReset().mockResolvedValue('first');
    secret = cachedSecret(fetched, String, () => clock);
  });

  it('is fetched once for all requests of five minutes, and then again', async () => {
    await Promise.all([secret(), secret()]);
    clock = 5 * MINUTE - 1;
    await secret();
    expect(fetched).toHaveBeenCalledOnce();

    clock = 5 * MINUTE;
    fetched.mockResolvedValue('second');

    await expect(secret()).resolves.toBe('second');
  });

  it('stays valid for an hour while its source is unavailable, and is fetched only now and then', async () => {
    await secret();
    fetched.mockRejectedValue(new Error('no network'));
    clock = 30 * MINUTE;

    for (let request = 0; request < 100; request++) await expect(secret()).resolves.toBe('first');
    expect(fetched).toHaveBeenCalledTimes(2);

    clock = 61 * MINUTE;
    await expect(secret()).rejects.toThrow('no network');
  });

  it('that could never be fetched is fetched again by the next request', async () => {
    fetched.mockRejectedValueOnce(new Error('no network'));

    await expect(secret()).rejects.toThrow('no network');
    await expect(secret()).resolves.toBe('first');
  });
});

describe('an authorizer', () => {
  const RIGHT = { body: JSON.stringify({ SecretString: '{"bank":"between-bank-and-us"}' }) };
  const requestContext = { http: { method: 'POST', sourceIp: '203.0.113.7' } };
  const headers = { 'x-api-key': 'between-bank-and-us' };
  const inferenceRequest = { headers, requestContext } as never;

  const SETTINGS = { ...CREDENTIALS, SCHEME: 'api-key', KEYS_SECRET: 'subsecond/keys' };
  const start = (url: string) => startAuthorizer({ ...SETTINGS, AWS_ENDPOINT_URL_SECRETS_MANAGER: url });

  it('has fetched its secret before the first request', async () => {
    const { url, arrived } = await fakeService(() => RIGHT);

    const handler = await start(url);

    expect(arrived.map(({ body }) => body)).toEqual(['{"SecretId":"subsecond/keys"}']);
    expect(await handler(inferenceRequest)).toEqual({
      isAuthorized: true,
      context: { caller: 'bank', milliseconds: expect.closeTo(0, -3) },
    });
    expect(arrived).toHaveLength(1);
  });

  it('lets nobody pass until it has its secret, and logs why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    let secret: FakeResponse = { status: 400, body: '{"__type":"ResourceNotFoundException"}' };
    const handler = await start((await fakeService(() => secret)).url);

    const reason = 'The secret subsecond/keys cannot be read: 400 ResourceNotFoundException';
    await expect(handler(inferenceRequest)).rejects.toThrow(reason);
    expect(log.mock.calls.flat().join()).toContain('ResourceNotFoundException');

    secret = RIGHT;
    await expect(handler(inferenceRequest)).resolves.toMatchObject({ isAuthorized: true });
  });

  it('needs the name of a secret', async () => {
    await expect(startAuthorizer({ SCHEME: 'api-key' })).rejects.toThrow('KEYS_SECRET must name a secret.');
  });
});
