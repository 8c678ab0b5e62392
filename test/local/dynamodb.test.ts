import { describe, expect, it } from 'vitest';
import { startFixture, temporaryFolder } from './helpers/fixture-service.ts';

const put = (url: string, id: string, answer: string) =>
  fetch(`${url}/${id}`, { method: 'PUT', body: answer, headers: { 'content-type': 'text/plain' } });

describe('The embedded DynamoDB', () => {
  it('keeps what was written when the service is started again', async () => {
    const dataDirectory = temporaryFolder();
    const first = await startFixture('table', { cache: true, dataDirectory });
    expect((await put(first.url, 'id-1', '永')).status).toBe(201);
    await first.stop();

    const second = await startFixture('table', { cache: true, dataDirectory });
    const response = await fetch(`${second.url}/id-1`);

    expect(await response.text()).toBe('永');
  });

  it('keeps what was written when it is killed, and comes back on the same port', async () => {
    const service = await startFixture('table', { cache: true });
    const endpoint = service.cacheEndpoint;
    await put(service.url, 'id-1', '永');

    process.kill(service.databasePid() as number, 'SIGKILL');

    await expect
      .poll(async () => (await fetch(`${service.url}/id-1`)).text(), { timeout: 10_000, interval: 200 })
      .toBe('永');
    expect(service.cacheEndpoint).toBe(endpoint);
  });

  it('is not shared: a second service on the same folder is told to take another', async () => {
    const dataDirectory = temporaryFolder();
    await startFixture('table', { cache: true, dataDirectory });

    await expect(startFixture('table', { cache: true, dataDirectory })).rejects.toThrow(
      /the table in .* cannot be opened: if another service uses that folder, choose another one with --data/,
    );
  });

  it('gives way to the one that AWS_ENDPOINT_URL_DYNAMODB names', async () => {
    const owner = await startFixture('table', { cache: true });
    await put(owner.url, 'id-1', '永');
    process.env.AWS_ENDPOINT_URL_DYNAMODB = owner.cacheEndpoint;
    try {
      const guest = await startFixture('table', { cache: true });
      const response = await fetch(`${guest.url}/id-1`);

      expect(await response.text()).toBe('永');
      expect(guest.databasePid()).toBeUndefined();
    } finally {
      delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    }
  });
});
