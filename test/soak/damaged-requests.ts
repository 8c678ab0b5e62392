/** Good requests made bad: one rule each, whatever the contract. */
import type { ContractRequest, Sample } from '../../functions/inference/contracts/client.ts';
import type { Random } from './random.ts';

/** Makes a bad request of a good one. */
type Damage = (good: ContractRequest, random: Random) => ContractRequest;
type Spoil = (bytes: Buffer, random: Random) => Buffer;

const DEPTH = 20_000;
const ODD_VALUES = ['null', 'true', '[]', '{}', '"text"', '-1', '[[[]]]', '[null]', '{"a":{"b":[1]}}', '""'];
/** Texts, because some of them are no numbers of JavaScript. */
const ODD_NUMBERS = ['1e999', '-1e999', '18446744073709551616', '9'.repeat(400), '1e-999', '0.1e400', '-0'];
const MANY_FIELDS = Array.from({ length: 5000 }, (_, index) => `"field ${index}":${index}`);
const PROTOTYPE = '{"__proto__":{"image":1},"constructor":{"prototype":{"id":1}},"toString":1}';
/** A continuation byte without a start, an overlong slash, a lone surrogate, bytes that never occur (RFC 3629). */
const NO_UTF8 = ['80', 'c0af', 'eda080', 'ff', 'f5808080'];

const insert = (bytes: Buffer, more: Buffer, random: Random) => {
  const place = random.whole(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
};

const SPOILS: Readonly<Record<string, Spoil>> = {
  'bits flipped': (bytes, random) => {
    const flipped = Buffer.from(bytes);
    for (let times = random.whole(1, 16); times > 0 && flipped.length > 0; times -= 1) {
      flipped[random.whole(0, flipped.length - 1)]! ^= 1 << random.whole(0, 7);
    }
    return flipped;
  },
  'cut off': (bytes, random) => bytes.subarray(0, random.whole(0, Math.max(0, bytes.length - 1))),
  'bytes put in': (bytes, random) => {
    const more = Array.from({ length: random.whole(1, 64) }, () => random.whole(0, 255));
    return insert(bytes, Buffer.from(more), random);
  },
  'invalid UTF-8': (bytes, random) => insert(bytes, Buffer.from(random.pick(NO_UTF8), 'hex'), random),
};

const spoilt =
  (spoil: Spoil): Damage =>
  (good, random) => ({ ...good, body: spoil(bytesOf(good), random) });
const json =
  (bodyOf: (good: ContractRequest, random: Random) => string): Damage =>
  (good, random) => {
    const headers = { ...good.headers, 'content-type': 'application/json' };
    return { ...good, headers, body: bodyOf(good, random) };
  };

export const DAMAGES: readonly (readonly [name: string, Damage])[] = [
  ...Object.entries(SPOILS).map(([name, spoil]) => [name, spoilt(spoil)] as const),
  ['empty', (good) => ({ ...good, body: '' })],
  ['deep arrays', json(() => '['.repeat(DEPTH) + ']'.repeat(DEPTH))],
  ['deep objects', json(() => `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`)],
  ['no object', json((_, random) => random.pick(ODD_VALUES))],
  ['fields of another kind', json(withOtherFields)],
  ['many fields', json(() => `{${MANY_FIELDS.join(',')}}`)],
  ['keys of the prototype', json(() => PROTOTYPE)],
  ['another media type', (good) => ({ ...good, headers: { 'content-type': 'text/csv' } })],
  ['another method', (good, random) => ({ ...good, method: random.pick(['PUT', 'PATCH', 'DELETE']) })],
];

/** The same sample with some of its bytes wrong, for a request that is well-formed around it. */
export function damageSample(sample: Sample, random: Random): Sample {
  const bytes = random.pick(Object.values(SPOILS))(Buffer.from(sample.bytes), random);
  // Clients put texts into JSON, so what is no UTF-8 cannot get further than to them.
  return { ...sample, bytes: sample.mediaType === 'text/plain' ? Buffer.from(bytes.toString()) : bytes };
}

/** The body of a request. */
export function bytesOf({ body }: Pick<ContractRequest, 'body'>): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
}

/** Replaces some fields, one at least; a body that is no JSON object becomes one. */
function withOtherFields(good: ContractRequest, random: Random): string {
  let fields: Record<string, unknown> = { image: '', id: '', inputs: [], parameters: {} };
  try {
    fields = JSON.parse(bytesOf(good).toString());
  } catch {
    // A picture.
  }
  const chosen = random.pick(Object.keys(fields));
  const texts = Object.entries(fields).map(([name, value]) => {
    const changes = name === chosen || random.next() < 0.3;
    const text = changes ? random.pick([...ODD_VALUES, ...ODD_NUMBERS]) : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${texts.join(',')}}`;
}
