import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startFixture } from './helpers/fixture-service.ts';

async function echo(path: string, init: RequestInit = {}) {
  const { url } = await startFixture('echo');
  const response = await fetch(url + path, init);
  return JSON.parse(await response.text());
}

describe('An HTTP request', () => {
  it('reaches the function as an event of payload format 2.0', async () => {
    const before = Date.now();

    const event = await echo('/inference', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'a test' },
      body: '{"answer":"永"}',
    });

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/inference',
      rawQueryString: '',
      headers: { 'content-type': 'application/json', 'user-agent': 'a test', 'x-forwarded-proto': 'http' },
      body: '{"answer":"永"}',
      isBase64Encoded: false,
      requestContext: {
        http: {
          method: 'POST',
          path: '/inference',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'a test',
        },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      },
    });
    expect(event.requestContext.timeEpoch).toBeGreaterThanOrEqual(before);
    expect(event).not.toHaveProperty('cookies');
    expect(event).not.toHaveProperty('queryStringParameters');
  });

  it('has its query decoded and repeated parameters joined', async () => {
    const event = await echo('/a%20path?kind=one&kind=two&sign=%E6%B0%B8');

    expect(event.rawPath).toBe('/a%20path');
    expect(event.rawQueryString).toBe('kind=one&kind=two&sign=%E6%B0%B8');
    expect(event.queryStringParameters).toEqual({ kind: 'one,two', sign: '永' });
  });

  it('has its cookies taken apart and kept out of the headers', async () => {
    const event = await echo('/', { headers: { cookie: 'first=1; second=2' } });

    expect(event.cookies).toEqual(['first=1', 'second=2']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it('has repeated headers joined with commas, whatever their case', async () => {
    const { url } = await startFixture('echo');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');

    socket.write('GET / HTTP/1.1\r\nHost: here\r\nX-Kind: one\r\nx-kind: two\r\nConnection: close\r\n\r\n');
    const [, body = ''] = (await text(socket)).split('\r\n\r\n');

    expect(JSON.parse(body).headers['x-kind']).toBe('one,two');
  });

  it('has a header called __proto__ like any other', async () => {
    const { url } = await startFixture('echo');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');

    socket.write('GET /?__proto__=1 HTTP/1.1\r\nHost: here\r\n__proto__: odd\r\nConnection: close\r\n\r\n');
    const reply = await text(socket);

    expect(reply).toContain('"__proto__":"odd"');
    expect(reply).toContain('"queryStringParameters":{"__proto__":"1"}');
  });

  it('carries a binary body as base64', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);

    const headers = { 'content-type': 'image/png', 'x-quoted': 'a "word" \\' };
    const event = await echo('/', { method: 'POST', headers, body: bytes });

    expect(event.isBase64Encoded).toBe(true);
    expect(event.headers).toMatchObject(headers);
    expect(Buffer.from(event.body, 'base64')).toEqual(Buffer.from(bytes));
  });

  it('with a target that is no path is answered with 400', async () => {
    const { url } = await startFixture('echo');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');

    socket.write('OPTIONS * HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');

    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*urn:subsecond:problem:malformed-target/s);
  });
});
