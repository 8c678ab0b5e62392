import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LambdaApi } from '../../../cost/tune/lambda-api.ts';

const TIMEOUT = 100;

let close = () => {};
afterEach(() => {
  close();
  vi.unstubAllEnvs();
});

/** An API whose server does with each request as told, and how many there were. */
async function apiThat(answers: RequestListener) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const listener = vi.fn(answers);
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api = new LambdaApi('digits', { region: 'us-east-1', endpoint, timeout: TIMEOUT });
  return { api, asked: () => listener.mock.calls.length };
}

describe('A call of the Lambda API', () => {
  it.each<[string, RequestListener, string, number]>([
    ['is never answered', () => {}, 'no answer within 0.1 s.', 5],
    [
      'is answered by halves',
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{'),
      'no answer within 0.1 s.',
      5,
    ],
    ['loses its connection', ({ socket }) => socket.destroy(), 'socket hang up.', 5],
    [
      'is answered by a proxy',
      (_, response) => response.writeHead(403).end('<html>\nforbidden</html>'),
      "the answer, with status 403, is not Lambda's: it is no JSON.",
      1,
    ],
    [
      'names no function',
      (_, response) =>
        response
          .writeHead(404, { 'x-amzn-errortype': 'ResourceNotFoundException' })
          .end('{"Message":"Function not found: digits"}'),
      'Lambda answered 404, ResourceNotFoundException: Function not found: digits',
      1,
    ],
  ])('that %s fails with one line', async (_, answers, reason, attempts) => {
    const { api, asked } = await apiThat(answers);

    await expect(api.configuration()).rejects.toMatchObject({
      name: 'LambdaError',
      message: `Cannot read the function: ${reason}`,
    });
    expect(asked()).toBe(attempts);
  });

  it('says so where there are no credentials, and asks nothing', async () => {
    const { api, asked } = await apiThat(() => {});
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_PROFILE', 'nobody');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');

    await expect(api.configuration()).rejects.toThrow(/^There are no AWS credentials: .+$/);
    expect(asked()).toBe(0);
  });

  it('ends with its signal, and is not tried again', async () => {
    const interrupted = new AbortController();
    const { api, asked } = await apiThat(() => interrupted.abort());

    await expect(api.configuration(undefined, interrupted.signal)).rejects.toThrow('aborted');
    expect(asked()).toBe(1);
  });
});
