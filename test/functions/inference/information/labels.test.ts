import { describe, expect, it } from 'vitest';
import { labelsRoute } from '../../../../functions/inference/information/common.ts';
import { bodyOf, request } from '../../support/requests.ts';
import { quietService } from '../../support/tiny.ts';
import { modelOf } from '../contracts/open-inference/support.ts';

const service = await quietService();

describe('GET /labels', () => {
  it('returns every label in the order of the outputs, and the reject label', async () => {
    const response = await service(request('GET', '/labels'));

    expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    const labels = ['一', '丁', '七', '三'];
    expect(bodyOf(response)).toEqual({ model: 'colours', version: 'tiny-1', labels, reject: 'isnull' });
  });

  it('has no reject label if the model has none', () => {
    const route = labelsRoute(modelOf([], [], { labels: { labels: ['a'] } }));

    expect(bodyOf(route.respond())).toEqual({ model: 'mymodel', version: '3f2a', labels: ['a'] });
  });
});
