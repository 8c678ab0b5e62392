/** Damages good requests of any contract. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ContractRequest } from '../../functions/inference/contracts/client.ts';
import { damaged as damagedBytes } from '../functions/inference/pipelines/picture/support.ts';
import type { Input } from './ledger.ts';

const DEPTH = 20_000;
const MANY_FIELDS = Array.from({ length: 5000 }, (_, index) => `"field ${index}":${index}`);
const BODIES = [
  '',
  '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
  `{${MANY_FIELDS.join(',')}}`,
  '{"__proto__":{"image":1},"constructor":{"prototype":{"id":1}},"toString":1}',
];
/** These are texts because JavaScript cannot represent some of the numbers. */
const ODD_NUMBERS = ['1e999', '-1e999', '18446744073709551616', '9'.repeat(400), '1e-999', '0.1e400', '-0'];
const oddValue = fc.oneof(fc.json(), fc.constantFrom(...ODD_NUMBERS));
/** A continuation byte without a start, an overlong slash, a lone surrogate, bytes that never occur (RFC 3629). */
const NO_UTF8 = ['80', 'c0af', 'eda080', 'ff', 'f5808080'].map((hex) => Buffer.from(hex, 'hex'));

/** Changes the bytes, body, media type or method of a request, or damages the sample in a well-formed request. */
export function damaged({ source, sample }: Input): fc.Arbitrary<ContractRequest> {
  const request = (bytes: Buffer) => source.client.request({ ...sample, bytes }, randomUUID(), 0);
  const good = request(Buffer.from(sample.bytes));
  const body = Buffer.from(good.body);
  const json = (bodies: fc.Arbitrary<string>) => {
    const headers = { ...good.headers, 'content-type': 'application/json' };
    return bodies.map((changed) => ({ ...good, headers, body: changed }));
  };
  const noUtf8 = fc.tuple(fc.constantFrom(...NO_UTF8), fc.nat(body.length)).map(([bytes, place]) => {
    return Buffer.concat([body.subarray(0, place), bytes, body.subarray(place)]);
  });
  // Clients parse JSON samples and convert texts to JSON, so such damage would not reach the service.
  const samples = sample.mediaType === 'application/json' ? [] : [damagedBytes(Buffer.from(sample.bytes))];
  const legible = (bytes: Buffer) => (sample.mediaType === 'text/plain' ? Buffer.from(`${bytes}`) : bytes);
  return fc.oneof(
    fc.oneof(damagedBytes(body), noUtf8).map((changed) => ({ ...good, body: changed })),
    ...samples.map((damages) => damages.map((bytes) => request(legible(bytes)))),
    json(fc.constantFrom(...BODIES)),
    json(oddValue),
    json(withOtherFields(good)),
    fc.constant({ ...good, headers: { ...good.headers, 'content-type': 'text/csv' } }),
    fc.constantFrom('PUT', 'PATCH', 'DELETE').map((method) => ({ ...good, method })),
  );
}

/** Changes the values of some fields. A body that is not JSON becomes an object. */
function withOtherFields({ body }: ContractRequest): fc.Arbitrary<string> {
  const fields =
    typeof body === 'string' ? JSON.parse(body) : { image: '', id: '', inputs: [], parameters: {} };
  const texts = Object.entries(fields).map(([name, value]) =>
    fc.oneof(fc.constant(JSON.stringify(value)), oddValue).map((text) => `${JSON.stringify(name)}:${text}`),
  );
  return fc.tuple(...texts).map((parts) => `{${parts.join(',')}}`);
}
