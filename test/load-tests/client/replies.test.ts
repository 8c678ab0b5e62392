import { expect, it } from 'vitest';
import { failureOf, serverMilliseconds } from '../../../load-tests/client/send.ts';
import { addressed } from '../../../load-tests/client/service.ts';

it.each([
  ['error', 'ECONNREFUSED', 'refused'],
  ['error', 'ENOTFOUND', 'refused'],
  ['error', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'refused'],
  ['error', 'CERT_HAS_EXPIRED', 'refused'],
  ['error', 'ECONNRESET', 'reset'],
  ['error', 'aborted', 'reset'],
  ['error', 'HPE_INVALID_CONSTANT', 'malformed'],
  ['error', 'EADDRNOTAVAIL', 'generator'],
  ['error', 'EMFILE', 'generator'],
  ['timeout', 'no response within 1000 ms', 'timeout'],
] as const)('the kind of the failure "%s: %s" is "%s"', (outcome, error, kind) => {
  expect(failureOf(outcome, error)).toBe(kind);
});

it.each([
  ['decode;dur=1.5, predict;dur=20, cache;dur=0.5', 22],
  ['predict;dur=20, total;dur=31.2', 31.2],
  ['queue;dur=300, decode;dur=1, predict;dur=20', 21],
  ['cache;desc="hit", lookup;desc="table";dur="4"', 4],
  ['cache;desc=hit', undefined],
  ['predict;dur=soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('the duration in the header "%s" is %s ms', (header, milliseconds) => {
  expect(serverMilliseconds(header)).toBe(milliseconds);
});

it('headers of a service override those of the contract', () => {
  const request = { method: 'POST', path: '/v2/infer?a=1', headers: { accept: 'text/plain' }, body: 'hello' };
  const service = { url: 'http://x', headers: { accept: '*/*', 'x-key': 'c' } };

  expect(addressed(service, request).headers).toEqual({ accept: '*/*', 'x-key': 'c' });
});
