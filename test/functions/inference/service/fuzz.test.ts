import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createHandler } from '../../../../functions/inference/lambda.ts';
import { CONTEXT, event } from '../../support/events.ts';
import { jpegOf, RED } from '../../support/pictures.ts';
import { bodyOf, competitionRequest, post, type TestRequest } from '../../support/requests.ts';
import { quietApp, quietService } from '../../support/tiny.ts';

const send = await quietService();

describe('the service, whatever it is sent', () => {
  /** Expects a response or a problem with a type, never a crash or a server error. */
  async function expectResponseOrProblem(sent: TestRequest): Promise<void> {
    const response = await send(sent);
    expect(response.status).toBeLessThan(500);
    if (response.status !== 200) expect(bodyOf(response).type).toMatch(/^urn:subsecond:problem:/);
  }

  it('survives any JSON as a body, keys like __proto__ included', async () => {
    const known = fc.constantFrom('__proto__', 'constructor', 'esun_uuid', 'image', 'retry');
    const key = fc.oneof(fc.string(), known);
    const json = fc.oneof(fc.jsonValue(), fc.dictionary(key, fc.jsonValue()));

    await fc.assert(fc.asyncProperty(json, (body) => expectResponseOrProblem(post(JSON.stringify(body)))));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  const paths = ['/predictions/colours', '/v2/models/colours/infer', '/explain'];
  it.each(paths)('survives any bytes and headers at %s', async (path) => {
    const unit = fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code));
    const header = fc.oneof(fc.string({ unit, maxLength: 20 }), fc.constantFrom('12', '-1', '1e9'));
    const names = ['x-request-id', 'idempotency-key', 'inference-header-content-length', 'content-encoding'];
    const mediaType = fc.constantFrom('image/png', 'application/octet-stream', 'application/json', '');

    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), mediaType, header, async (bytes, type, any) => {
        const headers = Object.fromEntries(names.map((name) => [name, any]));
        const { status } = await send(post(bytes, path, { ...headers, 'content-type': type }));
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }),
    );
  });

  it('survives any event of API Gateway, whatever its method, path and headers', async () => {
    const handler = createHandler(await quietApp());
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    const known = fc.constantFrom('POST', 'GET', 'HEAD', 'DELETE', 'OPTIONS');
    const below = text.map((path) => `/${path}`);
    const paths = fc.oneof(text, below, fc.constant('/inference'));

    await fc.assert(
      fc.asyncProperty(fc.oneof(known, text), paths, text, text, async (method, path, name, value) => {
        const headers = { 'content-type': value, [name]: value };
        const { statusCode } = await handler(event(method, path, { headers, body: value }), CONTEXT);
        expect(statusCode).toBeLessThan(500);
      }),
    );
    complaints.mockRestore();
  });

  it('still responds to a good request after all that', async () => {
    const response = await send(competitionRequest(await jpegOf(RED)));

    expect(bodyOf(response).answer).toBe('一');
  });
});
