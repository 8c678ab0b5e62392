/** Good requests made bad: one rule each, whatever the contract. */
import type { ContractRequest, Sample } from '../../functions/inference/contracts/client.ts';
import type { Random } from './random.ts';

/** Makes a bad request of a good one. */
export interface Damage {
  readonly name: string;
  apply(good: ContractRequest, random: Random): ContractRequest;
}

const DEPTH = 20_000;
const MANY = 5000;
const JSON_TYPE = { 'content-type': 'application/json' };

export const DAMAGES: readonly Damage[] = [
  { name: 'bits flipped', apply: (good, random) => withBody(good, flipBits(bytesOf(good), random)) },
  { name: 'cut off', apply: (good, random) => withBody(good, cutOff(bytesOf(good), random)) },
  { name: 'bytes put in', apply: (good, random) => withBody(good, insert(bytesOf(good), random)) },
  { name: 'empty', apply: (good) => withBody(good, '') },
  { name: 'invalid UTF-8', apply: (good, random) => withBody(good, breakUtf8(bytesOf(good), random)) },
  { name: 'deep arrays', apply: (good) => asJson(good, '['.repeat(DEPTH) + ']'.repeat(DEPTH)) },
  {
    name: 'deep objects',
    apply: (good) => asJson(good, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`),
  },
  { name: 'fields of another type', apply: (good, random) => changeFields(good, random, otherType) },
  { name: 'huge numbers', apply: (good, random) => changeFields(good, random, hugeNumber) },
  { name: 'no object', apply: (good, random) => asJson(good, otherType(random)) },
  {
    name: 'keys of the prototype',
    apply: (good) =>
      asJson(good, '{"__proto__":{"image":1},"constructor":{"prototype":{"id":1}},"toString":1}'),
  },
  {
    name: 'many fields',
    apply: (good) => asJson(good, JSON.stringify(Object.fromEntries(fields()))),
  },
  { name: 'another media type', apply: (good) => ({ ...good, headers: { 'content-type': 'text/csv' } }) },
  {
    name: 'another method',
    apply: (good, random) => ({ ...good, method: random.pick(['PUT', 'PATCH', 'DELETE']) }),
  },
];

/** The same sample with some of its bytes wrong, for a request that is well-formed around it. */
export function damageSample(sample: Sample, random: Random): Sample {
  const damage = random.pick([flipBits, cutOff, insert, breakUtf8]);
  const bytes = damage(Buffer.from(sample.bytes), random);
  // Clients put texts into JSON, so what is no UTF-8 cannot get further than to them.
  return {
    ...sample,
    bytes: sample.mediaType === 'text/plain' ? Buffer.from(bytes.toString('utf8')) : bytes,
  };
}

/** The body of a request. */
export function bytesOf({ body }: Pick<ContractRequest, 'body'>): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
}

function withBody(good: ContractRequest, body: string | Uint8Array): ContractRequest {
  return { ...good, body };
}

function asJson(good: ContractRequest, body: string): ContractRequest {
  return { ...good, headers: { ...good.headers, ...JSON_TYPE }, body };
}

function flipBits(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes);
  if (flipped.length === 0) return flipped;
  for (let times = random.whole(1, 16); times > 0; times -= 1) {
    const place = random.whole(0, flipped.length - 1);
    flipped[place] = (flipped[place] as number) ^ (1 << random.whole(0, 7));
  }
  return flipped;
}

function cutOff(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, random.whole(0, Math.max(0, bytes.length - 1)));
}

function insert(bytes: Buffer, random: Random): Buffer {
  const place = random.whole(0, bytes.length);
  const noise = Buffer.from(Array.from({ length: random.whole(1, 64) }, () => random.whole(0, 255)));
  return Buffer.concat([bytes.subarray(0, place), noise, bytes.subarray(place)]);
}

/** A continuation byte without a start, an overlong slash, a lone surrogate, a byte that never occurs (RFC 3629). */
function breakUtf8(bytes: Buffer, random: Random): Buffer {
  const broken = random.pick(['80', 'c0af', 'eda080', 'ff', 'f5808080']);
  const place = random.whole(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, place), Buffer.from(broken, 'hex'), bytes.subarray(place)]);
}

/** Replaces some fields, one at least; a body that is no JSON object becomes one. */
function changeFields(
  good: ContractRequest,
  random: Random,
  value: (random: Random) => string,
): ContractRequest {
  let fieldsOfBody: Record<string, unknown>;
  try {
    fieldsOfBody = JSON.parse(bytesOf(good).toString('utf8'));
  } catch {
    fieldsOfBody = { image: '', id: '', inputs: [], parameters: {} };
  }
  const names = Object.keys(fieldsOfBody);
  const chosen = random.pick(names);
  const texts = names.map((name) => {
    const changes = name === chosen || random.chance(0.3);
    return `${JSON.stringify(name)}:${changes ? value(random) : JSON.stringify(fieldsOfBody[name])}`;
  });
  return asJson(good, `{${texts.join(',')}}`);
}

function otherType(random: Random): string {
  return random.pick([
    'null',
    'true',
    '[]',
    '{}',
    '"text"',
    '-1',
    '[[[]]]',
    '[null]',
    '{"a":{"b":[1]}}',
    '""',
  ]);
}

/** Texts, because some of them are no numbers of JavaScript. */
function hugeNumber(random: Random): string {
  return random.pick(['1e999', '-1e999', '18446744073709551616', '9'.repeat(400), '1e-999', '0.1e400', '-0']);
}

function fields(): [string, number][] {
  return Array.from({ length: MANY }, (_, index) => [`field ${index}`, index]);
}
