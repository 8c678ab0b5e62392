/** Good requests made bad: one rule each, whatever the contract. */
import type { ContractRequest, Sample } from '../../functions/inference/contracts/client.ts';
import type { Random } from './random.ts';

/** Makes a bad request of a good one. */
export interface Damage {
  readonly name: string;
  apply(good: ContractRequest, random: Random): ContractRequest;
}

type Spoil = (bytes: Buffer, random: Random) => Buffer;

const DEPTH = 20_000;
const MANY = 5000;
const ODD_VALUES = ['null', 'true', '[]', '{}', '"text"', '-1', '[[[]]]', '[null]', '{"a":{"b":[1]}}', '""'];
/** Texts, because some of them are no numbers of JavaScript. */
const ODD_NUMBERS = ['1e999', '-1e999', '18446744073709551616', '9'.repeat(400), '1e-999', '0.1e400', '-0'];
/** A continuation byte without a start, an overlong slash, a lone surrogate, bytes that never occur (RFC 3629). */
const NO_UTF8 = ['80', 'c0af', 'eda080', 'ff', 'f5808080'];

const SPOILS: Readonly<Record<string, Spoil>> = {
  'bits flipped': (bytes, random) => {
    const flipped = Buffer.from(bytes);
    for (let times = random.whole(1, 16); times > 0 && flipped.length > 0; times -= 1) {
      flipped[random.whole(0, flipped.length - 1)]! ^= 1 << random.whole(0, 7);
    }
    return flipped;
  },
  'cut off': (bytes, random) => bytes.subarray(0, random.whole(0, Math.max(0, bytes.length - 1))),
  'bytes put in': (bytes, random) =>
    insert(
      bytes,
      Buffer.from(Array.from({ length: random.whole(1, 64) }, () => random.whole(0, 255))),
      random,
    ),
  'invalid UTF-8': (bytes, random) => insert(bytes, Buffer.from(random.pick(NO_UTF8), 'hex'), random),
};

export const DAMAGES: readonly Damage[] = [
  ...Object.entries(SPOILS).map(([name, spoil]) => ({
    name,
    apply: (good: ContractRequest, random: Random) => ({ ...good, body: spoil(bytesOf(good), random) }),
  })),
  { name: 'empty', apply: (good) => ({ ...good, body: '' }) },
  { name: 'deep arrays', apply: (good) => asJson(good, '['.repeat(DEPTH) + ']'.repeat(DEPTH)) },
  { name: 'deep objects', apply: (good) => asJson(good, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`) },
  { name: 'no object', apply: (good, random) => asJson(good, random.pick(ODD_VALUES)) },
  {
    name: 'fields of another kind',
    apply: (good, random) => changeFields(good, random, [...ODD_VALUES, ...ODD_NUMBERS]),
  },
  {
    name: 'keys of the prototype',
    apply: (good) =>
      asJson(good, '{"__proto__":{"image":1},"constructor":{"prototype":{"id":1}},"toString":1}'),
  },
  {
    name: 'many fields',
    apply: (good) =>
      asJson(good, `{${Array.from({ length: MANY }, (_, index) => `"field ${index}":${index}`).join(',')}}`),
  },
  { name: 'another media type', apply: (good) => ({ ...good, headers: { 'content-type': 'text/csv' } }) },
  {
    name: 'another method',
    apply: (good, random) => ({ ...good, method: random.pick(['PUT', 'PATCH', 'DELETE']) }),
  },
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

function asJson(good: ContractRequest, body: string): ContractRequest {
  return { ...good, headers: { ...good.headers, 'content-type': 'application/json' }, body };
}

function insert(bytes: Buffer, more: Buffer, random: Random): Buffer {
  const place = random.whole(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
}

/** Replaces some fields, one at least; a body that is no JSON object becomes one. */
function changeFields(good: ContractRequest, random: Random, values: readonly string[]): ContractRequest {
  let fields: Record<string, unknown> = { image: '', id: '', inputs: [], parameters: {} };
  try {
    fields = JSON.parse(bytesOf(good).toString());
  } catch {
    // A picture.
  }
  const chosen = random.pick(Object.keys(fields));
  const texts = Object.entries(fields).map(([name, value]) => {
    const changes = name === chosen || random.chance(0.3);
    return `${JSON.stringify(name)}:${changes ? random.pick(values) : JSON.stringify(value)}`;
  });
  return asJson(good, `{${texts.join(',')}}`);
}
