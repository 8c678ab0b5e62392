import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAuthorizer } from '../../../functions/authorizer/handler.ts';
import { CachedSecret } from '../../../functions/authorizer/secrets.ts';

const MINUTE = 60_000;

describe('a secret', () => {
  const fetched = vi.fn<() => Promise<string>>();
  let clock = 0;
  let secret: CachedSecret<string>;

  beforeEach(() => {
    clock = 0;
    fetched.mockReset().mockResolvedValue('first');
    secret = new CachedSecret(fetched, String, () => clock);
  });

  it('is fetched once for all requests of five minutes, and anew after them', async () => {
    await Promise.all([secret.get(), secret.get()]);
    clock = 5 * MINUTE - 1;
    await secret.get();
    expect(fetched).toHaveBeenCalledOnce();

    clock = 5 * MINUTE;
    fetched.mockResolvedValue('second');

    await expect(secret.get()).resolves.toBe('second');
  });

  it('is good for an hour while its source cannot be reached, and is tried only now and then', async () => {
    await secret.get();
    fetched.mockRejectedValue(new Error('no network'));
    clock = 30 * MINUTE;

    for (let request = 0; request < 100; request++) await expect(secret.get()).resolves.toBe('first');
    expect(fetched).toHaveBeenCalledTimes(2);

    clock = 61 * MINUTE;
    await expect(secret.get()).rejects.toThrow('no network');
  });

  it('that was never there is read again by the next request', async () => {
    fetched.mockRejectedValueOnce(new Error('no network'));

    await expect(secret.get()).rejects.toThrow('no network');
    await expect(secret.get()).resolves.toBe('first');
  });
});

describe('an authorizer', () => {
  const environment = {
    SCHEME: 'api-key',
    KEYS_SECRET: 'subsecond/keys',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKID',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const inferenceRequest = {
    headers: { 'x-api-key': 'between-bank-and-us' },
    rawPath: '/inference',
    requestContext: { http: { method: 'POST', sourceIp: '203.0.113.7' } },
  } as never;
  let server: Server;
  let sent: { target: unknown; authorization: unknown; body: string }[];
  let secret: { status: number; body: string };

  const start = () =>
    startAuthorizer({
      ...environment,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    });

  beforeEach(async () => {
    sent = [];
    secret = { status: 200, body: JSON.stringify({ SecretString: '{"bank":"between-bank-and-us"}' }) };
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { 'x-amz-target': target, authorization } = request.headers;
      sent.push({ target, authorization, body });
      response.writeHead(secret.status).end(secret.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    server.close();
    server.closeAllConnections();
  });

  it('has fetched its secret before the first request', async () => {
    const handler = await start();

    expect(sent).toEqual([
      {
        target: 'secretsmanager.GetSecretValue',
        authorization: expect.stringContaining('/eu-west-1/secretsmanager/aws4_request'),
        body: '{"SecretId":"subsecond/keys"}',
      },
    ]);
    await expect(handler(inferenceRequest)).resolves.toEqual({
      isAuthorized: true,
      context: { caller: 'bank' },
    });
    expect(sent).toHaveLength(1);
  });

  it('fails, and lets nobody pass, while it has never had its secret; the log says why', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    secret = { status: 400, body: '{"__type":"ResourceNotFoundException"}' };
    const handler = await start();

    await expect(handler(inferenceRequest)).rejects.toThrow(
      'The secret subsecond/keys cannot be read: 400 ResourceNotFoundException',
    );
    expect(log.mock.calls.flat().join()).toContain('ResourceNotFoundException');

    secret = { status: 200, body: JSON.stringify({ SecretString: '{"bank":"between-bank-and-us"}' }) };
    await expect(handler(inferenceRequest)).resolves.toMatchObject({ isAuthorized: true });
  });

  it('must be told which secret', async () => {
    await expect(startAuthorizer({ SCHEME: 'hmac' })).rejects.toThrow('KEYS_SECRET must name a secret.');
  });
});
