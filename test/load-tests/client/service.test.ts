import { describe, expect, it } from 'vitest';
import { addressed } from '../../../load-tests/client/service.ts';

const request = { method: 'POST', path: '/v2/infer?a=1', headers: { accept: 'text/plain' }, body: 'hello' };

describe('the address of a service', () => {
  it('has headers that win over those of the contract', () => {
    const service = { url: 'http://x', headers: { accept: '*/*', 'x-key': 'c' } };

    expect(addressed(service, request).headers).toEqual({ accept: '*/*', 'x-key': 'c' });
  });
});
