import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../functions/inference/contracts/http.ts';
import { GATEWAY_PROBLEMS } from '../../../../functions/inference/problems/gateway-problems.ts';
import { PROBLEMS } from '../../../../functions/inference/problems/problems.ts';
import { post } from '../../support/requests.ts';

it('problems of the service and of its gateways have different names', () => {
  expect(Object.keys(GATEWAY_PROBLEMS).filter((name) => name in PROBLEMS)).toEqual([]);
});

describe('JSON', () => {
  it.each([
    { 'content-type': 'application/json' },
    { 'content-type': 'Application/JSON; charset=utf-8' },
    { 'content-type': 'application/vnd.bank+json' },
    {},
  ])('is read if it is declared as %j', (headers) => {
    expect(readJson(post('{"a":"永"}', '/', headers))).toEqual({ a: '永' });
  });

  it.each<[string, string, Uint8Array | string, Record<string, string>]>([
    ['of another media type', 'media-type', '{}', { 'content-type': 'text/plain' }],
    ['of an empty media type', 'media-type', '{}', { 'content-type': '' }],
    ['cut off', 'not-json', '{', {}],
    ['empty', 'not-json', '', {}],
    ['no UTF-8', 'not-json', Buffer.from('"caf\xe9"', 'latin1'), {}],
  ])('is refused when it is %s', (_, problem, body, headers) => {
    expect(() => readJson(post(body, '/', headers))).toThrow(expect.objectContaining({ problem }));
  });
});
