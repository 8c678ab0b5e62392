/** JSON went out without `nosniff`: no answer, whoever gives it, may leave a browser to guess what it is. */
import { describe, expect, it } from 'vitest';
import { CONTEXT, event, question } from '../../functions/support/events.ts';
import { quietHandler } from '../../functions/support/tiny.ts';
import { head, openGateway, openWire } from '../helpers/gateway.ts';

describe('X-Content-Type-Options: nosniff', () => {
  it.each([
    ['an answer', question('')],
    ['a problem', event('GET', '/nowhere')],
    ['a state of health', event('GET', '/healthz')],
    ['the documentation', event('GET', '/docs')],
    ['a description', event('GET', '/v2')],
  ])('stands on %s of the function', async (_, asked) => {
    const handler = await quietHandler();

    const { headers } = await handler(asked, CONTEXT);

    expect(headers).toHaveProperty('x-content-type-options', 'nosniff');
  });

  it('stands on a problem of the gateway', async () => {
    const { url } = await openGateway({}, (invocation) =>
      invocation.settle({ answered: false, failure: 'too-busy' }),
    );

    const { status, headers } = await fetch(url);

    expect([status, headers.get('x-content-type-options')]).toEqual([429, 'nosniff']);
  });

  it('stands on the answer to what is no request', async () => {
    const { port } = await openGateway();
    const wire = await openWire(port);

    wire.socket.write(head('no request'));
    await wire.closed;

    expect(wire.received).toMatch(/^HTTP\/1\.1 400 .*x-content-type-options: nosniff.*malformed-request/s);
  });
});
