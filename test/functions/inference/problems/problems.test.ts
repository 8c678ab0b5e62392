import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../functions/inference/contracts/http.ts';
import { GATEWAY_PROBLEMS } from '../../../../functions/inference/problems/gateway-problems.ts';
import { PROBLEMS } from '../../../../functions/inference/problems/problems.ts';
import { post } from '../../support/requests.ts';

describe('a problem', () => {
  it('of the service has another name than any of what carries requests to it', () => {
    const shared = Object.keys(GATEWAY_PROBLEMS).filter((name) => name in PROBLEMS);

    expect(shared).toEqual([]);
  });
});

describe('JSON', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.bank+json'])(
    'is read as %s',
    (mediaType) => {
      expect(readJson(post('{"a":"永"}', '/', { 'content-type': mediaType }))).toEqual({ a: '永' });
    },
  );

  it('is read where nothing is declared', () => {
    expect(readJson(post('[]', '/', {}))).toEqual([]);
  });

  it.each<[string, string, Uint8Array | string, string | undefined]>([
    ['of another media type', 'media-type', '{}', 'text/plain'],
    ['of an empty media type', 'media-type', '{}', ''],
    ['cut off', 'not-json', '{', undefined],
    ['empty', 'not-json', '', undefined],
    ['no UTF-8', 'not-json', Buffer.from('"caf\xe9"', 'latin1'), undefined],
  ])('is refused when it is %s', (_, problem, body, mediaType) => {
    const headers = mediaType === undefined ? {} : { 'content-type': mediaType };

    expect(() => readJson(post(body, '/', headers))).toThrow(expect.objectContaining({ problem }));
  });
});
