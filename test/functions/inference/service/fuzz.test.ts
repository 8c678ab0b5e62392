import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Handler } from '../../../../functions/inference/service/handler.ts';
import type { HttpEvent } from '../../../../functions/inference/service/http.ts';
import { bodyOf, CONTEXT, event, post, question } from '../../support/events.ts';
import { jpegOf, plain, RED } from '../../support/pictures.ts';
import { quietHandler } from '../../support/tiny.ts';

describe('the function, whatever it is sent', () => {
  let handler: Handler;
  let pictures: Buffer[];
  beforeAll(async () => {
    handler = await quietHandler();
    const picture = plain(RED, 40, 40);
    pictures = await Promise.all([
      picture.clone().jpeg().toBuffer(),
      picture.clone().jpeg({ progressive: true }).toBuffer(),
      picture.clone().png().toBuffer(),
      picture.clone().png({ palette: true, progressive: true }).toBuffer(),
      picture.clone().jpeg().withMetadata({ orientation: 7 }).toBuffer(),
    ]);
  });

  /** Every event gets an answer or a problem with a type: never a crash, never our own fault. */
  async function expectAnswerOrProblem(asked: HttpEvent): Promise<void> {
    const response = await handler(asked, CONTEXT);
    expect(response.statusCode).toBeLessThan(500);
    if (response.statusCode !== 200) expect(bodyOf(response).type).toMatch(/^urn:subsecond:problem:/);
  }

  it('survives any text as a body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), (body) => expectAnswerOrProblem(post(body))),
    );
  });

  it('survives any bytes as a body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), (bytes) =>
        expectAnswerOrProblem({ ...post(Buffer.from(bytes).toString('base64')), isBase64Encoded: true }),
      ),
    );
  });

  it('survives any JSON as a body, keys like __proto__ included', async () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', 'esun_uuid', 'image', 'retry'),
    );
    const json = fc.oneof(fc.jsonValue(), fc.dictionary(key, fc.jsonValue()));

    await fc.assert(fc.asyncProperty(json, (body) => expectAnswerOrProblem(post(JSON.stringify(body)))));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('survives any id that JSON can carry', async () => {
    const image = await jpegOf(RED);
    const id = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), fc.constant('\ud800')),
    });
    const lengthened = fc.tuple(id, fc.nat(300)).map(([start, length]) => start.padEnd(length, 'x'));

    await fc.assert(
      fc.asyncProperty(lengthened, (esun_uuid) => expectAnswerOrProblem(question(image, { esun_uuid }))),
    );
  });

  it('survives pictures with bytes changed, cut out and put in anywhere', async () => {
    const damage = fc.record({
      picture: fc.nat(4),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(40),
      insert: fc.uint8Array({ maxLength: 40 }),
    });

    await fc.assert(
      fc.asyncProperty(damage, async ({ picture, at, remove, insert }) => {
        const whole = pictures[picture] as Buffer;
        const start = Math.floor(at * whole.length);
        const damaged = Buffer.concat([whole.subarray(0, start), insert, whole.subarray(start + remove)]);
        await expectAnswerOrProblem(question(damaged.toString('base64')));
      }),
      { numRuns: 300 },
    );
  });

  it('survives any bytes after the signature of a picture', async () => {
    const signature = fc.constantFrom(
      '\xff\xd8\xff',
      '\xff\xd8\xff\xe0\x00\x10JFIF\x00',
      '\x89PNG\r\n\x1a\n',
      '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR',
    );

    await fc.assert(
      fc.asyncProperty(signature, fc.uint8Array({ maxLength: 200 }), (start, rest) =>
        expectAnswerOrProblem(
          question(Buffer.concat([Buffer.from(start, 'latin1'), rest]).toString('base64')),
        ),
      ),
    );
  });

  it.each(['/predictions/colours', '/v2/models/colours/infer', '/explain'])(
    'survives any bytes and headers at %s',
    async (path) => {
      const header = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('12', '-1', '1e9'),
      );
      const mediaType = fc.constantFrom('image/png', 'application/octet-stream', 'application/json', '');

      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), mediaType, header, async (bytes, type, any) => {
          const headers = {
            'content-type': type,
            'x-request-id': any,
            'inference-header-content-length': any,
            'content-encoding': any,
          };
          const body = Buffer.from(bytes).toString('base64');
          const { statusCode } = await handler(
            event('POST', path, { headers, body, isBase64Encoded: true }),
            CONTEXT,
          );
          expect(statusCode).toBeGreaterThanOrEqual(400);
          expect(statusCode).toBeLessThan(500);
        }),
      );
    },
  );

  it('survives any method, path and headers', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });

    await fc.assert(
      fc.asyncProperty(text, text, text, (method, path, mediaType) =>
        expectAnswerOrProblem(event(method, path, { headers: { 'content-type': mediaType } })),
      ),
    );
  });

  it('answers a good question as well after all that as before', async () => {
    const response = await handler(question(await jpegOf(RED)), CONTEXT);

    expect(bodyOf(response).answer).toBe('一');
  });
});
