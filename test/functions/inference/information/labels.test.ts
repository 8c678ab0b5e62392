import { describe, expect, it } from 'vitest';
import { labelsRoute } from '../../../../functions/inference/information/labels.ts';
import { refusalOf } from '../../support/refusal.ts';
import { bodyOf, request } from '../../support/requests.ts';
import { quietService } from '../../support/tiny.ts';
import { modelOf } from '../contracts/open-inference/support.ts';

const service = await quietService();
const send = (headers = {}) => service(request('GET', '/labels', { headers }));

describe('GET /labels', () => {
  it('gives every label in the order of the outputs, and the response that stands for none', async () => {
    const response = await send();

    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    const labels = ['一', '丁', '七', '三'];
    expect(bodyOf(response)).toEqual({ model: 'colours', version: 'tiny-1', labels, reject: 'isnull' });
  });

  it.each([
    ['as it was given', (etag: string) => etag],
    ['made weak by a proxy', (etag: string) => `W/${etag}`],
    ['among others', (etag: string) => `"another", ${etag}`],
    ['as any', () => '*'],
  ])('says that a copy is still right whose tag comes %s', async (_, named) => {
    const etag = String((await send()).headers.etag);

    const response = await send({ 'if-none-match': named(etag) });

    expect(etag).toMatch(/^"[\w-]+"$/);
    const headers = { etag, 'cache-control': 'max-age=300' };
    expect(response).toMatchObject({ status: 304, headers, body: Buffer.alloc(0) });
  });

  it('has another tag for other labels, and no field for a response that there is not', () => {
    const of = (labels: string[]) =>
      labelsRoute(modelOf([], [], { labels: { labels } })).respond(request('GET', '/labels'));

    expect(of(['a', 'b']).headers?.etag).not.toBe(of(['a', 'c']).headers?.etag);
    expect(bodyOf(of(['a']))).toEqual({ model: 'mymodel', version: '3f2a', labels: ['a'] });
  });

  it('says of a model that responds with no list that there is none', () => {
    const refusal = refusalOf(() => labelsRoute(modelOf([])).respond(request('GET', '/labels')));

    expect(refusal?.message).toBe('The model mymodel has no labels: its predictions are not from a list.');
  });
});
