import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  ContractDefinition,
  InferenceRoute,
  ModelInfo,
  ParsedRequest,
} from '../../../../../functions/inference/contracts/contract.ts';
import {
  esun2021Outline,
  esun2022Outline,
} from '../../../../../functions/inference/contracts/esun/client.ts';
import { esun2021 } from '../../../../../functions/inference/contracts/esun/esun-2021.ts';
import {
  esun2022,
  MAX_CHARACTERS,
  MAX_HYPOTHESES,
} from '../../../../../functions/inference/contracts/esun/esun-2022.ts';
import { MAX_ID_LENGTH } from '../../../../../functions/inference/contracts/request/request-id.ts';
import type { SentenceInput } from '../../../../../functions/inference/pipelines/text-correction/prediction.ts';
import { refusalOf } from '../../../support/refusal.ts';
import { post } from '../../../support/requests.ts';
import { sampleOf } from '../../../support/samples.ts';

const NOW = 1_795_255_200;
const ENVELOPE = { esun_uuid: 'id-1', esun_timestamp: NOW, retry: 2 };
const HEARD = ['我 要 <noise> 帳丹', '我 要 帳單'];
const client2021 = esun2021Outline.client('strokes');
const YEARS = [
  {
    contract: esun2021,
    client: client2021,
    output: [{ label: '永' }],
    content: { image: 'aGVsbG8=' },
    hashed: 'hello',
    input: { pictures: [Buffer.from('hello')] },
    sample: sampleOf('image/jpeg', 'hello'),
  },
  {
    contract: esun2022,
    client: esun2022Outline.client('sentences'),
    output: { text: '永' },
    content: { sentence_list: HEARD },
    hashed: JSON.stringify(HEARD),
    input: { hypotheses: ['我要帳丹', '我要帳單'] },
    sample: sampleOf('text/plain', `${HEARD.join('\n')}\n`),
  },
];

function open(contract: ContractDefinition) {
  const route = contract.open({} as ModelInfo, {}).routes[0] as InferenceRoute<ParsedRequest<SentenceInput>>;
  const parse = (body: unknown) => route.parse(post(JSON.stringify(body) ?? ''));
  return { route, parse, refusal: (body: unknown) => refusalOf(() => parse(body)) };
}

describe.each(YEARS)('contract $contract.name', ({ contract, client, content, ...year }) => {
  const { route, refusal } = open(contract);
  const request = { ...ENVELOPE, ...content };

  it('accepts its client’s requests, and its client reads the replies', () => {
    const { path, headers, body } = client.request(year.sample, 'id-1', 2);
    const parsed = route.parse(post(body, path, headers));
    const reply = route.reply({ parsed, output: year.output, version: '1' }, NOW);

    expect(JSON.parse(String(body))).toEqual({ ...request, esun_timestamp: expect.any(Number) });
    expect(parsed).toEqual({ id: 'id-1', attemptsLeft: 2, input: year.input, digest: expect.any(Function) });
    expect(parsed.digest?.()).toBe(hash('sha256', year.hashed));
    const response = { status: 200, headers: {}, body: String(reply.body) };
    expect(client.read(response, 'id-1', NOW)).toMatchObject({ prediction: '永' });
  });

  it('ignores fields it does not know, dangerous names included', () => {
    const body = `{"__proto__": {"polluted": 1}, "constructor": 2, ${JSON.stringify(request).slice(1)}`;

    expect(route.parse(post(body)).id).toBe('id-1');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  const tooLong = MAX_ID_LENGTH + 1;
  const missing = ['esun_uuid', 'esun_timestamp', ...Object.keys(content)];
  it.each([
    ...missing.map((field) => [field, undefined, 'is missing']),
    ['esun_uuid', 7, 'must be a string, not 7'],
    ['esun_uuid', '', 'must have a length of at least 1, not 0'],
    ['esun_uuid', 'x'.repeat(tooLong), `must have a length of at most ${MAX_ID_LENGTH}, not ${tooLong}`],
    ['esun_uuid', 'a\ud800', 'must be well-formed Unicode: it has half of a surrogate pair'],
    ['esun_timestamp', '1795255200', 'must be a number, not "1795255200"'],
    ['esun_timestamp', 1.5, 'must be a whole number'],
    ['retry', 'twice', 'must be a number, not "twice"'],
  ] as [string, unknown, string][])('says how a mistyped %s is wrong: %j', (field, value, detail) => {
    const errors = [{ pointer: `/${field}`, detail }];

    expect(refusal({ ...request, [field]: value })?.errors).toEqual(errors);
  });

  it.each([[null], [[]], ['text'], [7], [true]])('refuses %j for a body', (body) => {
    expect(refusal(body)?.problem).toBe('invalid-request');
  });
});

describe('contract esun-2022, with lists of sentences', () => {
  const { parse, refusal } = open(esun2022);
  const request = { ...ENVELOPE, sentence_list: HEARD };

  it('takes the largest number of hypotheses of the largest length', () => {
    const sentences = Array.from({ length: MAX_HYPOTHESES }, (_, n) => '𠮷'.repeat(MAX_CHARACTERS - 1) + n);

    const parsed = parse({ ...request, sentence_list: sentences, phoneme_sequence_list: 7 });

    expect(parsed.input.hypotheses).toEqual(sentences);
    expect(parsed.digest?.()).toBe(hash('sha256', JSON.stringify(sentences)));
  });

  const atMost = `must have at most ${MAX_CHARACTERS} characters`;
  it.each([
    ['', [], 'must have a length of at least 1, not 0'],
    ['', '我 要', 'must be a list, not "我 要"'],
    ['', null, 'must be a list, not null'],
    ['', { 0: '我', length: 1 }, 'must be a list, not an object'],
    ['', Array(MAX_HYPOTHESES + 1).fill('我'), 'must have a length of at most 10, not 11'],
    ['/1', ['我', 7], 'must be a string, not 7'],
    ['/0', [null], 'must be a string, not null'],
    ['/0', [['我']], 'must be a string, not a list'],
    ['/0', ['x'.repeat(MAX_CHARACTERS + 1)], atMost],
    ['/0', ['𠮷'.repeat(MAX_CHARACTERS + 1)], atMost],
    ['/0', ['我\ud842'], 'must be well-formed Unicode: it has half of a surrogate pair'],
  ])('says what is wrong at %s in a list: %j', (item, sentences, detail) => {
    const errors = [{ pointer: `/sentence_list${item}`, detail }];

    expect(refusal({ ...request, sentence_list: sentences })).toMatchObject({ status: 400, errors });
  });

  it('says little of a list of a million wrong items, and quotes nothing at length', () => {
    const problem = refusal({ ...request, sentence_list: Array(1_000_000).fill(1), retry: 'x'.repeat(1e6) });

    expect(JSON.stringify(problem?.details).length).toBeLessThan(1000);
  });

  it('describes an example that it accepts', () => {
    const { routes } = esun2022.open({} as ModelInfo, {});

    expect(refusal(routes[0]!.describe().takes!['application/json']!.example)).toBeUndefined();
  });
});

const uuid = '0123456789abcdef'.repeat(4);

/** What the client reads from a correct reply with these changes. */
function read(changes: Readonly<Record<string, unknown>>) {
  const right = { esun_uuid: 'id', server_uuid: uuid, answer: '永', server_timestamp: NOW };
  const body = JSON.stringify({ ...right, ...changes });
  return client2021.read({ status: 200, headers: {}, body }, 'id', NOW);
}

describe("the competition's client", () => {
  it.each([
    [{}, NOW, {}],
    [{ members: 3 }, NOW, { besides: '{"members":3}' }],
    [{ members: 3, server_timestamp: NOW + 7 }, NOW + 7, { besides: '{"members":3}' }],
  ])(
    'reads prediction, signature, and fields that every reply must repeat: %j',
    (changes, timestamp, more) => {
      expect(read(changes)).toEqual({ prediction: '永', signature: { uuid, timestamp }, ...more });
    },
  );

  it.each([
    ['is for another id', { esun_uuid: 'another' }, 'another id'],
    ['has no answer', { answer: undefined }, 'malformed'],
    ['has an answer that is no text', { answer: 7 }, 'malformed'],
    ['has no server_uuid', { server_uuid: undefined }, 'signature'],
    ['has a server_uuid that is no hash', { server_uuid: 'fake' }, 'signature'],
    ['has a server_uuid in capitals', { server_uuid: uuid.toUpperCase() }, 'signature'],
    ['has no timestamp', { server_timestamp: undefined }, 'timestamp'],
    ['has parts of a second', { server_timestamp: NOW + 0.5 }, 'timestamp'],
    ['is from yesterday', { server_timestamp: NOW - 86_400 }, 'timestamp'],
    ['is from tomorrow', { server_timestamp: NOW + 86_400 }, 'timestamp'],
  ])('rejects a reply that %s', (_what, changes, fault) => {
    expect(read(changes)).toMatchObject({ error: expect.any(String), fault });
  });

  it.each([
    [500, '{"esun_uuid": "id", "answer": "好"}', 'status 500'],
    [200, 'oops', 'reply is not JSON'],
    [200, 'null', 'reply without an answer'],
  ])('rejects a reply of status %i: %s', (status, body, error) => {
    expect(client2021.read({ status, headers: {}, body }, 'id')).toMatchObject({ error });
  });
});
