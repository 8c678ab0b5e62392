import { describe, expect, it } from 'vitest';
import { addressed, plainAddress } from '../../../load-tests/client/service.ts';

const request = { method: 'POST', path: '/v2/infer?a=1', headers: { accept: 'text/plain' }, body: 'hello' };

describe('the address of a service', () => {
  it('goes before the path of a contract', () => {
    const { url, headers, body } = addressed(plainAddress('https://api.test/prod'), request);

    expect([url.href, headers, body]).toEqual([
      'https://api.test/prod/v2/infer?a=1',
      request.headers,
      'hello',
    ]);
  });

  it('adds its query to that of the contract, and its headers win', () => {
    const service = {
      url: 'http://x',
      query: 'key=b',
      headers: { accept: '*/*', 'x-key': 'c' },
      insecure: true,
    };

    const { url, headers, insecure } = addressed(service, request);

    expect(url.search).toBe('?a=1&key=b');
    expect(headers).toEqual({ accept: '*/*', 'x-key': 'c' });
    expect(insecure).toBe(true);
    expect(addressed(service, { ...request, path: '/ping' }).url.href).toBe('http://x/ping?key=b');
  });
});
