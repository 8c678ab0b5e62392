import { expect, it } from 'vitest';
import { limited } from '../../../../functions/inference/service/response-limit.ts';

/** Number of bytes that AWS's runtime client sends (`JSON.stringify`). Lambda compares them with its limit. */
const sentBytes = (body: string | Buffer<ArrayBuffer>) =>
  Buffer.byteLength(
    JSON.stringify({
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : body.toString('base64'),
      isBase64Encoded: typeof body !== 'string',
    }),
  );

const LIMIT = 6_291_456;

it.each<[string, (count: number) => string | Buffer<ArrayBuffer>, smallest: number]>([
  ['Chinese labels', (count) => '{"label":"字"},'.repeat(count), 316_000],
  ['quotes', (count) => '"'.repeat(count), 3_150_000],
  ['control characters', (count) => '\0'.repeat(count), 1_050_000],
  ['plain text', (count) => 'a'.repeat(count), 6_300_000],
  ['tensors', (count) => Buffer.alloc(count), 4_720_000],
])(
  'A response that Lambda would refuse for its %s is refused before, and a slightly smaller one is not',
  (_, make, count) => {
    const response = (body: string | Buffer<ArrayBuffer>) => ({ status: 200, headers: {}, body });
    const smaller = make(Math.floor(0.99 * count));

    expect(sentBytes(make(count))).toBeGreaterThan(LIMIT);
    expect(() => limited(response(make(count)), undefined)).toThrow(
      /larger than the 6 MB that Lambda returns/,
    );
    expect(sentBytes(smaller)).toBeLessThan(LIMIT);
    expect(limited(response(smaller), undefined).body).toBe(smaller);
  },
);

it('A response of one machine is measured in bytes', () => {
  const response = { status: 200, headers: {}, body: '字'.repeat(10) };

  expect(limited(response, 30)).toBe(response);
  expect(() => limited(response, 29)).toThrow(/larger than 29 bytes/);
});
