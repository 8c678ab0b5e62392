import { get } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RuntimeApi, type RuntimeListener } from '../../local/environments/runtime/runtime-api.ts';
import { TextParts } from '../../local/http/text-parts.ts';

const listener = {
  next: vi.fn<RuntimeListener['next']>(),
  lost: vi.fn<RuntimeListener['lost']>(),
  response: vi.fn<RuntimeListener['response']>((requestId) => requestId === 'id-1'),
  error: vi.fn<RuntimeListener['error']>(() => true),
  initializationError: vi.fn<RuntimeListener['initializationError']>(),
  linesLost: vi.fn<RuntimeListener['linesLost']>(),
};
let api: RuntimeApi;
let base: string;

beforeEach(async () => {
  vi.clearAllMocks();
  api = new RuntimeApi(listener);
  base = `http://${await api.listen()}/2018-06-01/runtime`;
});
afterEach(() => api.close());

const post = (path: string, body: NonNullable<RequestInit['body']>) =>
  fetch(`${base}/${path}`, { method: 'POST', body });

describe('The Runtime API', () => {
  it('holds a request for the next event until there is one', async () => {
    const next = fetch(`${base}/invocation/next`);
    await expect.poll(() => listener.next).toHaveBeenCalledOnce();

    const headers = {
      requestId: 'id-1',
      deadline: 1_763_718_000_000,
      functionArn: 'arn:aws:lambda:f',
      traceId: 'Root=1-2-3',
    };
    api.deliver(new TextParts(Buffer.from('{"sign":"永",'), '"rawPath":', '"/"}'), headers);
    const response = await next;

    expect(Object.fromEntries(response.headers)).toMatchObject({
      'lambda-runtime-aws-request-id': 'id-1',
      'lambda-runtime-deadline-ms': '1763718000000',
      'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:f',
      'lambda-runtime-trace-id': 'Root=1-2-3',
    });
    expect(await response.json()).toEqual({ sign: '永', rawPath: '/' });
  });

  it('takes the response to an invocation with 202', async () => {
    const response = await post('invocation/id-1/response', '{"statusCode":200}');

    expect(response.status).toBe(202);
    expect(listener.response.mock.calls[0]?.[1]?.toString()).toBe('{"statusCode":200}');
  });

  it('refuses the response to an invocation that it does not know with 400', async () => {
    expect((await post('invocation/id-2/response', '{}')).status).toBe(400);
  });

  it('refuses a response of more than 6 MB with 413', async () => {
    const response = await post('invocation/id-1/response', Buffer.alloc(6 * 1024 * 1024 + 1));

    expect(response.status).toBe(413);
    expect(listener.response).toHaveBeenCalledWith('id-1', undefined);
  });

  it('takes reports of failed invocations and of a failed start', async () => {
    const report = '{"errorType":"Error","errorMessage":"no"}';

    expect((await post('invocation/id-1/error', report)).status).toBe(202);
    expect((await post('init/error', report)).status).toBe(202);

    expect(listener.error.mock.calls[0]?.[1].toString()).toBe(report);
    expect(listener.initializationError.mock.calls[0]?.[0].toString()).toBe(report);
  });

  it('notices when the client that waits for an event goes away', async () => {
    const controller = new AbortController();
    const next = fetch(`${base}/invocation/next`, { signal: controller.signal });
    await expect.poll(() => listener.next).toHaveBeenCalledOnce();

    controller.abort();

    await expect(next).rejects.toThrow();
    await expect.poll(() => listener.lost).toHaveBeenCalledOnce();
  });

  it.each([{ origin: 'https://example.org' }, { 'sec-fetch-site': 'cross-site' }])(
    'gives no event to a web page that has found its port: %j',
    async (headers) => {
      const status = await new Promise((resolve) => {
        get(`${base}/invocation/next`, { headers }, (response) => resolve(response.resume().statusCode));
      });

      expect(status).toBe(404);
      expect(listener.next).not.toHaveBeenCalled();
    },
  );

  it('has no other operations', async () => {
    expect((await fetch(`${base}/invocation/id-1/response`)).status).toBe(404);
    expect((await post('invocation/next', '')).status).toBe(404);
  });
});
