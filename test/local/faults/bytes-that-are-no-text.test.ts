/** Bytes that are no UTF-8 all became U+FFFD, so two ids were one: they must be refused, and never stand for another. */
import { describe, expect, it } from 'vitest';
import type { HttpEvent } from '../../../functions/inference/service/http.ts';
import { bodyOf, CONTEXT, event, question } from '../../functions/support/events.ts';
import { jpegOf, RED } from '../../functions/support/pictures.ts';
import { quietHandler } from '../../functions/support/tiny.ts';
import { openGateway } from '../helpers/gateway.ts';

const ID_OF_BYTES = Buffer.from('{"esun_uuid":"caf\xe9","esun_timestamp":1,"image":"","retry":2}', 'latin1');

describe('At the gateway, a body that is no UTF-8', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'text/plain'])(
    'is refused with 400 as %s',
    async (mediaType) => {
      const { url, invocations } = await openGateway();

      const headers = { 'content-type': mediaType };
      const response = await fetch(url, { method: 'POST', headers, body: ID_OF_BYTES });

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        type: 'urn:subsecond:problem:not-utf-8',
        detail: expect.stringContaining('application/octet-stream'),
      });
      expect(invocations).toEqual([]);
    },
  );

  it.each([
    'application/problem+json',
    'application/vnd.api+json',
    'image/svg+xml',
    'application/octet-stream',
  ])('goes to the function byte by byte as %s, as it does on AWS', async (mediaType) => {
    const { url } = await openGateway();

    const headers = { 'content-type': mediaType };
    const response = await fetch(url, { method: 'POST', headers, body: ID_OF_BYTES });
    const { body, isBase64Encoded } = JSON.parse(await response.text());

    expect(isBase64Encoded).toBe(true);
    expect(Buffer.from(body, 'base64')).toEqual(ID_OF_BYTES);
  });
});

describe('In the function, an id', () => {
  it('of bytes that are no UTF-8 is refused with 400', async () => {
    const handler = await quietHandler();
    const body = ID_OF_BYTES.toString('base64');
    const headers = { 'content-type': 'application/vnd.api+json' };

    const response = await handler(
      event('POST', '/inference', { headers, body, isBase64Encoded: true }),
      CONTEXT,
    );

    expect(response.statusCode).toBe(400);
    expect(bodyOf(response)).toMatchObject({
      type: 'urn:subsecond:problem:not-json',
      detail: expect.stringContaining('UTF-8'),
    });
  });

  it.each<[string, (image: string) => HttpEvent]>([
    ['a field', (image) => question(image, { esun_uuid: 'caf\uFFFD' })],
    [
      'a header',
      (image) =>
        event('POST', '/predictions/colours', {
          headers: { 'content-type': 'image/jpeg', 'x-request-id': 'caf\uFFFD' },
          body: image,
          isBase64Encoded: true,
        }),
    ],
  ])('of which a gateway has lost bytes is refused with 400, be it in %s', async (_, ask) => {
    const handler = await quietHandler();

    const response = await handler(ask(await jpegOf(RED)), CONTEXT);

    expect(response.statusCode).toBe(400);
    expect(bodyOf(response)).toMatchObject({ detail: expect.stringContaining('U+FFFD') });
  });
});
