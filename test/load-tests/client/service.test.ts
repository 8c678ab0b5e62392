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

  it('has headers that win over those of the contract', () => {
    const service = { url: 'http://x', headers: { accept: '*/*', 'x-key': 'c' } };

    expect(addressed(service, request).headers).toEqual({ accept: '*/*', 'x-key': 'c' });
  });
});
