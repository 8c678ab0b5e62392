import { describe, expect, it } from 'vitest';
import { tinyModel } from '../../../support/tiny-model.ts';
import { MemoryTable } from '../../support/memory-table.ts';
import { DARK, jpegOf, RED } from '../../support/pictures.ts';
import { bodyOf, competitionRequest, post, request } from '../../support/requests.ts';
import { quietService, UNHURRIED_STORE } from '../../support/tiny.ts';

/** Starts the tiny ensemble with these additional fields in its `ensemble.json`. */
async function started(store: MemoryTable, fields: object = {}) {
  return quietService({ ...UNHURRIED_STORE, MODEL_DIRECTORY: tinyModel(fields) }, { store });
}

describe('the service with a store', () => {
  it('responds to a repeat in another process without computing anything', async () => {
    const red = await jpegOf(RED);
    const store = new MemoryTable();
    const [first, second] = [await started(store), await started(store)];
    await first(competitionRequest(red, { esun_uuid: 'again', retry: 2 }));
    await second(competitionRequest(red, { retry: 2 }));

    const repeat = await second(competitionRequest(red, { esun_uuid: 'again', retry: 1 }));

    expect(bodyOf(repeat).answer).toBe('一');
    expect(repeat.headers).toMatchObject({ 'x-subsecond-cache': 'hit', 'x-subsecond-members': '0/3' });
  });

  it('explains that a cached response was rejected, although its confidence is sufficient now', async () => {
    const store = new MemoryTable();
    const [dark, id] = [await jpegOf(DARK), { esun_uuid: 'rejected' }];
    await (await started(store))(competitionRequest(dark, id));
    const lenient = await started(store, { reject: { label: 'isnull', threshold: 0.1 } });

    const explanation = bodyOf(await lenient(competitionRequest(dark, id, '/explain')));

    const rejected = { prediction: 'isnull', cache: 'hit', members: [], rejected: true, threshold: 0.1 };
    expect(explanation).toMatchObject(rejected);
    expect(explanation.confidence).toBeGreaterThan(0.1);
  });

  it('reports that the store is unavailable', async () => {
    const store = new MemoryTable();
    store.fault = 'refused';
    const send = await started(store);

    const response = await send(competitionRequest(await jpegOf(RED)));
    const health = bodyOf(await send(request('GET', '/healthz')));

    expect(bodyOf(response).answer).toBe('一');
    expect(response.headers).toMatchObject({ 'x-subsecond-cache': 'degraded' });
    expect(health).toMatchObject({ status: 'degraded', cache: 'degraded' });
  });

  it('responds anew under a key when the model has changed, and as before under an id of the competition', async () => {
    const store = Object.assign(new MemoryTable(), { isLocal: true });
    const picture = Buffer.from(await jpegOf(RED), 'base64');
    const outcomes = async (fields: object) => {
      const send = await started(store, fields);
      const headers = { 'content-type': 'image/jpeg', 'idempotency-key': 'a' };
      const keyed = await send(post(picture, '/predictions/colours', headers));
      const named = await send(competitionRequest(await jpegOf(RED), { esun_uuid: 'b' }));
      return [keyed, named].map(
        ({ headers }) => `${headers['x-subsecond-cache']}, ${headers['x-subsecond-members']}`,
      );
    };

    expect(await outcomes({})).toEqual(['miss, 3/3', 'miss, 3/3']);
    expect(await outcomes({ title: 'Renamed', version: '2' })).toEqual(['hit, 0/3', 'hit, 0/3']);
    expect(await outcomes({ reject: { label: 'none', threshold: 0.6 } })).toEqual(['miss, 3/3', 'hit, 0/3']);
  });
});
