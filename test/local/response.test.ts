import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readResponse } from '../../local/gateway/response.ts';
import { startFixture } from './helpers/fixture-service.ts';

const read = (result: unknown) => readResponse(Buffer.from(JSON.stringify(result)));

describe('What a function returns', () => {
  it('is a response when it has a status code', () => {
    const response = read({ statusCode: 201, headers: { 'x-count': 3, 'x-late': false }, body: 'made' });

    expect(response).toEqual({ status: 201, headers: ['x-count', '3', 'x-late', 'false'], body: 'made' });
  });

  it('is the body of an inferred 200 when it is a plain object', () => {
    const response = read({ answer: '永' });

    expect(response).toMatchObject({ status: 200, headers: ['content-type', 'application/json'] });
    expect(response?.body.toString()).toBe('{"answer":"永"}');
  });

  it('gives one set-cookie header per cookie', () => {
    expect(read({ statusCode: 200, cookies: ['a=1', 'b=2'] })?.headers).toEqual([
      'set-cookie',
      'a=1',
      'set-cookie',
      'b=2',
    ]);
  });

  it('has no say in how the message is framed', () => {
    const response = read({
      statusCode: 200,
      headers: { 'Content-Length': '9999', 'transfer-encoding': 'chunked' },
    });

    expect(response?.headers).toEqual([]);
  });

  it.each([
    ['a status code beyond HTTP', { statusCode: 42 }],
    ['a status code that is a word', { statusCode: 'fine' }],
    ['a body that is an object', { statusCode: 200, body: {} }],
    ['headers that are a text', { statusCode: 200, headers: 'x' }],
    ['a header that is an object', { statusCode: 200, headers: { a: {} } }],
    ['cookies that are no list', { statusCode: 200, cookies: 'a=1' }],
  ])('is invalid with %s', (_, result) => {
    expect(read(result)).toBeUndefined();
  });
});

describe('Over HTTP, a response', () => {
  async function post(body: NonNullable<RequestInit['body']>, type = 'application/json'): Promise<Response> {
    const { url } = await startFixture('answers');
    return fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  }

  it('that is binary arrives byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);

    const response = await post(bytes, 'image/png');

    expect(response.headers.get('content-type')).toBe('image/png');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  it('names the environment it comes from', async () => {
    const response = await post('{"statusCode":200}');

    expect(response.headers.get('x-subsecond-environment')).toBe('1');
    expect(response.headers.has('x-subsecond-spillover')).toBe(false);
  });

  it('of status 204 has no body', async () => {
    const response = await post('{"statusCode":204,"body":"unseen"}');

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
  });

  it.each([
    ['has the length of what GET would get', '{"statusCode":200,"body":"unseen"}', '6'],
    ['tells no length when the function left the body out', '{"statusCode":200}', undefined],
  ])('to a HEAD has no body and %s', async (_, result, length) => {
    const { url } = await startFixture('answers');
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': result.length };
      request(url, { method: 'HEAD', headers }, resolve).on('error', reject).end(result);
    });

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-length']).toBe(length);
    expect(response.headers).not.toHaveProperty('transfer-encoding');
    expect(await text(response)).toBe('');
  });

  it.each([
    '{"statusCode":0}',
    '{"statusCode":200,"headers":{"a b":"no name"}}',
    '{"statusCode":200,"headers":{"a":"\\n"}}',
  ])('made of %s becomes a 502 that says so', async (result) => {
    const response = await post(result);

    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      type: 'urn:subsecond:problem:invalid-function-answer',
      status: 502,
    });
  });
});
