import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { Predictor } from '../../../functions/inference/ensemble/predictor.ts';
import { createHandler } from '../../../functions/inference/lambda.ts';
import { Problem } from '../../../functions/inference/problems/problems.ts';
import { CONTEXT, competitionRequest, event } from '../support/events.ts';
import { jpegOf, plain, RED } from '../support/pictures.ts';
import { bodyOf } from '../support/requests.ts';
import { keptLines, quietApp } from '../support/tiny.ts';

const PIXELS = [{ name: 'pixels', datatype: 'UINT8', shape: [1, 8, 8, 3], data: Array(192).fill(9) }];

const readPage = async () => ({ html: '<!doctype html>永', contentSecurityPolicy: "default-src 'none'" });
const handler = createHandler(await quietApp({}, { readPage }));
const red = await jpegOf(RED);
const picture = await plain(RED).png().toBuffer();

describe('the function on Lambda', () => {
  /** An event whose body API Gateway has encoded in base64. */
  const encoded = (body: Buffer, path: string, headers: Record<string, string>) =>
    event('POST', path, { body: body.toString('base64'), isBase64Encoded: true, headers });
  const encodedPicture = (headers: Record<string, string>) =>
    encoded(picture, '/predictions/colours', { 'content-type': 'image/png', ...headers });

  it('responds in payload format 2.0', async () => {
    const response = await handler(competitionRequest(red), CONTEXT);

    const expected = { 'content-type': 'application/json', 'x-subsecond-members': '3/3' };
    const [headers, body] = [expect.objectContaining(expected), expect.stringContaining('"answer":"一"')];
    expect(response).toEqual({ statusCode: 200, headers, isBase64Encoded: false, body });
  });

  it('accepts a body that API Gateway has encoded', async () => {
    const text = Buffer.from(competitionRequest(red).body ?? '');

    const ofText = await handler(encoded(text, '/inference', {}), CONTEXT);
    const ofPicture = await handler(encodedPicture({}), CONTEXT);
    const gzip = { 'content-type': 'image/png', 'content-encoding': 'gzip' };
    const ofCompressed = await handler(encoded(gzipSync(picture), '/predictions/colours', gzip), CONTEXT);

    expect(bodyOf(ofText).answer).toBe('一');
    for (const response of [ofPicture, ofCompressed]) expect(Object.keys(bodyOf(response))[0]).toBe('一');
  });

  it('returns a binary body in base64', async () => {
    const body = JSON.stringify({ inputs: PIXELS, parameters: { binary_data_output: true } });

    const tensors = await handler(event('POST', '/v2/models/colours/infer', { body }), CONTEXT);
    const page = await handler(event('GET', '/', { headers: { 'accept-encoding': 'gzip' } }), CONTEXT);

    expect(tensors).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    const bytes = Buffer.from(tensors.body ?? '', 'base64');
    const json = bytes.subarray(0, Number(tensors.headers?.['inference-header-content-length']));
    expect(JSON.parse(json.toString())).toMatchObject({ model_name: 'colours' });
    expect(page).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
    expect(gunzipSync(Buffer.from(page.body ?? '', 'base64')).toString()).toContain('永');
  });

  it.each([
    ['nothing', event('GET', '/labels'), 200],
    ['an empty body', event('POST', '/inference', { body: '' }), 400],
    ['cookies', event('GET', '/healthz', { cookies: ['a=1', 'b="\u0000"'] }), 200],
    ['a query', event('GET', '/healthz', { rawQueryString: 'a=1&b=%00' }), 200],
    ['a method that no request may have', event('TRACE', '/healthz'), 400],
  ] as const)('responds to an event with %s', async (_, sent, status) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});

    const response = await handler(sent, CONTEXT);

    expect(response.statusCode).toBe(status);
    vi.restoreAllMocks();
  });

  const events = [{}, null, { requestContext: {} }, { version: '1.0', httpMethod: 'GET' }];
  it.each(events)('responds to an event without a gateway: %j', async (strange) => {
    const { statusCode } = await handler(strange as never, CONTEXT);

    expect(statusCode).toBeLessThan(500);
  });

  it.each([
    ['as it is, whatever its characters', '永'.repeat(255), 200],
    ['unless a gateway has replaced bytes of it', 'caf\uFFFD', 400],
  ])('takes a request id in a header %s', async (_, id, status) => {
    expect((await handler(encodedPicture({ 'idempotency-key': id }), CONTEXT)).statusCode).toBe(status);
  });

  it('measures from the time at which API Gateway received the request', async () => {
    const predict = vi.fn<Predictor['predict']>().mockRejectedValue(new Problem('too-busy', 'Enough.'));
    const waiting = createHandler(
      await quietApp({ DEADLINE_MILLISECONDS: '60100' }, { predictor: { predict } }),
    );
    const sent = competitionRequest(red);

    for (const seconds of [-20, 20]) {
      const requestContext = { ...sent.requestContext, timeEpoch: Date.now() + seconds * 1000 };
      await waiting({ ...sent, requestContext }, CONTEXT);
    }

    const left = predict.mock.calls.map(([, { deadline }]) => deadline.millisecondsLeft);
    expect(left.map((milliseconds) => Math.ceil(milliseconds / 10_000))).toEqual([4, 6]);
  });

  it('reports each request under the id of its invocation', async () => {
    const { lines, telemetry } = keptLines();
    const reporting = createHandler(await quietApp({}, { telemetry }));
    const sent = event('GET', '/healthz');
    sent.requestContext.http.path = '/stage/healthz';

    await reporting(sent, CONTEXT);

    expect(lines).toMatchObject([{ invocation: 'invocation-1', route: 'GET /healthz', status: 200 }]);
  });
});
