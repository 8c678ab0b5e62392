import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import type { ModelApp } from '../../../functions/inference/service/app.ts';
import { type AccessOptions, withAccess } from '../../../local/server/access.ts';

const ORIGIN = 'https://example.com';
const KEY = 'a-key_of.the~service+/==';

function serviceWith(options: AccessOptions, refused = vi.fn()): ModelApp {
  const app: ModelApp = new Hono();
  app.all('*', ({ req }) => new Response(req.path, { headers: { 'x-subsecond-cache': 'hit' } }));
  return withAccess(() => app, options, refused)('GET', '/');
}

describe('Pages of other origins', () => {
  const service = serviceWith({ cors: [ORIGIN], apiKey: KEY });
  const preflight = (origin: string) => {
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' };
    return service.request('/predictions/digits', { method: 'OPTIONS', headers: { origin, ...asked } });
  };

  it('may send their preflight’s method and headers if their origin is allowed, without a key for the preflight', async () => {
    const [own, strange] = [await preflight(ORIGIN), await preflight('https://evil.example')];

    expect(own.status).toBe(204);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT',
      'access-control-allow-headers': 'x-api-key',
    });
    expect(strange.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may read responses and refusals', async () => {
    const send = (headers: Record<string, string>) =>
      service.request('/labels', { headers: { origin: ORIGIN, ...headers } });

    const responses = [await send({ 'x-api-key': KEY }), await send({})];

    expect(responses.map(({ status }) => status)).toEqual([200, 401]);
    for (const { headers } of responses) {
      expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(headers.get('access-control-expose-headers')).toContain('x-subsecond-cache');
    }
  });
});

describe('A service with a key', () => {
  const service = serviceWith({ apiKey: KEY });

  it.each([
    ['without a key', {}, 401],
    ['with another key', { 'x-api-key': 'another' }, 401],
    ['with another token', { authorization: 'Bearer another' }, 401],
    ['with half of the key', { 'x-api-key': KEY.slice(0, 5) }, 401],
    ['with the key', { 'x-api-key': KEY }, 200],
    ['with the key as a token, as OpenAI’s clients send it', { authorization: `Bearer ${KEY}` }, 200],
  ])('accepts a request only with the key: %s', async (_, headers: Record<string, string>, status) => {
    const response = await service.request('/v2', { headers });

    expect(response.status).toBe(status);
    if (status === 200) return;
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status, detail: expect.stringContaining('x-api-key') });
  });

  it('tells probes without a key whether it is healthy, but not the health of a model', async () => {
    const [health, below] = [await service.request('/healthz'), await service.request('/healthz/')];

    expect([health.status, below.status]).toEqual([200, 401]);
  });
});
