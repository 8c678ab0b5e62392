import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { predictionsClient } from '../../../../../functions/inference/contracts/predictions/client.ts';
import type { Handler } from '../../../../../functions/inference/service/handler.ts';
import type { HttpEvent, HttpResponse } from '../../../../../functions/inference/service/http.ts';
import { startTable } from '../../../support/dynamodb.ts';
import { bodyOf, CONTEXT, event } from '../../../support/events.ts';
import { DARK, GREEN, plain, RED } from '../../../support/pictures.ts';
import { quietHandler } from '../../../support/tiny.ts';

const PATH = '/predictions/colours';

/** A picture as API Gateway hands it to the function. */
function picture(bytes: Buffer, headers: Record<string, string> = {}): HttpEvent {
  return event('POST', PATH, {
    headers: { 'content-type': 'image/jpeg', ...headers },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  });
}
const read = ({ statusCode, headers, body }: HttpResponse) =>
  predictionsClient('colours').read(
    { status: statusCode ?? 0, headers: headers as Record<string, string>, body: body ?? '' },
    'id',
  );

describe('contract predictions', () => {
  let handler: Handler;
  let red: Buffer;
  beforeAll(async () => {
    handler = await quietHandler();
    red = await plain(RED).jpeg().toBuffer();
  });

  it('answers the picture itself with the best labels and their probabilities, best first', async () => {
    const response = await handler(picture(red), CONTEXT);

    const probabilities = Object.values(bodyOf(response)) as number[];
    expect(response.statusCode).toBe(200);
    expect(Object.keys(bodyOf(response))[0]).toBe('一');
    expect(probabilities).toEqual([...probabilities].sort((one, other) => other - one));
    expect(read(response)).toEqual({ answer: '一' });
  });

  it.each(['image/png', 'application/octet-stream'])('takes a picture declared as %s', async (mediaType) => {
    const png = await plain(GREEN).png().toBuffer();

    expect(read(await handler(picture(png, { 'content-type': mediaType }), CONTEXT))).toEqual({
      answer: '丁',
    });
  });

  it('says in a header what it answers where that is none of the labels', async () => {
    const dark = await plain(DARK).jpeg().toBuffer();

    const response = await handler(picture(dark), CONTEXT);

    expect(response.headers).toMatchObject({ 'x-subsecond-answer': 'isnull' });
    expect(read(response)).toEqual({ answer: 'isnull' });
  });

  it('is healthy when every model is', async () => {
    expect(bodyOf(await handler(event('GET', '/ping'), CONTEXT))).toEqual({ status: 'Healthy' });
  });

  it.each([
    ['media-type', { 'content-type': 'text/plain' }, 415],
    ['invalid-request', { 'x-request-id': 'x'.repeat(129) }, 400],
  ])('refuses with problem %s', async (problem, headers, status) => {
    const response = await handler(picture(red, headers), CONTEXT);

    expect(response.statusCode).toBe(status);
    expect(bodyOf(response).type).toBe(`urn:subsecond:problem:${problem}`);
  });

  it('refuses a picture of too many bytes, and none at all', async () => {
    const large = Buffer.concat([red, Buffer.alloc(4_300_000)]);

    expect((await handler(picture(large), CONTEXT)).statusCode).toBe(413);
    expect((await handler(picture(Buffer.alloc(0)), CONTEXT)).statusCode).toBe(415);
  });

  it('remembers under x-request-id, shares what it remembers with other contracts, and else forgets', async () => {
    const table = await startTable();
    Object.assign(table.environment, { CACHE_MILLISECONDS: '10000', BUDGET_MILLISECONDS: '30000' });
    const remembering = await quietHandler(table.environment);
    const id = { 'x-request-id': 'id-1' };
    const outcome = async (asked: HttpEvent) =>
      (await remembering(asked, CONTEXT)).headers?.['x-subsecond-cache'];

    const outcomes = [
      await outcome(picture(red, id)),
      await outcome(picture(red, id)),
      await outcome(picture(red)),
    ];
    const green = await plain(GREEN).jpeg().toBuffer();
    const conflict = await remembering(picture(green, id), CONTEXT);
    const body = JSON.stringify({ esun_uuid: 'id-1', esun_timestamp: 1, image: red.toString('base64') });
    const other = await remembering(event('POST', '/inference', { body }), CONTEXT);
    await table.stop();

    expect(outcomes).toEqual(['miss', 'hit', 'off']);
    expect(conflict.statusCode).toBe(422);
    expect(other.headers).toMatchObject({ 'x-subsecond-cache': 'hit' });
    expect(bodyOf(other).answer).toBe('一');
  });

  it('asks through its client what it takes', () => {
    const sample = { name: 'a.jpg', label: 'a', mediaType: 'image/jpeg', bytes: red };

    const { path, headers, body } = predictionsClient('colours').request(sample, 'id-9', 0);

    expect({ path, headers }).toEqual({
      path: PATH,
      headers: { 'content-type': 'image/jpeg', 'x-request-id': 'id-9' },
    });
    expect(createHash('sha256').update(body).digest('hex')).toBe(
      createHash('sha256').update(red).digest('hex'),
    );
  });
});
