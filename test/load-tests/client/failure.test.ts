import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../load-tests/client/send.ts';

describe('the kind of a failure', () => {
  it.each([
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'refused'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'refused'],
    ['CERT_HAS_EXPIRED', 'refused'],
    ['ECONNRESET', 'reset'],
    ['aborted', 'reset'],
    ['HPE_INVALID_CONSTANT', 'malformed'],
    ['EADDRNOTAVAIL', 'generator'],
    ['EMFILE', 'generator'],
  ])('of a connection with %s is %s', (error, kind) => {
    expect(failureOf('error', error)).toBe(kind);
  });

  it('of a response that does not come is a time-out', () => {
    expect(failureOf('timeout', 'no response within 1000 ms')).toBe('timeout');
  });
});
