import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { InferenceRoute, ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import { esun2021Client } from '../../../../../functions/inference/contracts/esun/client.ts';
import { esun2021 } from '../../../../../functions/inference/contracts/esun-2021/contract.ts';
import { MAX_ID_LENGTH } from '../../../../../functions/inference/contracts/request-id.ts';
import { refusalOf } from '../../../support/refusal.ts';
import { post } from '../../../support/requests.ts';

const contract = esun2021.open({} as ModelInfo, {
  CAPTAIN_EMAIL: 'captain@team.example',
  SERVER_SALT: 'salt',
});
const route = contract.routes[0] as InferenceRoute;
const parse = (body: unknown) => route.parse(post(JSON.stringify(body) ?? ''));
const REQUEST = { esun_uuid: 'id-1', esun_timestamp: 1_795_255_200, image: 'aGVsbG8=', retry: 2 };

const refusal = (body: unknown) => refusalOf(() => parse(body));

describe('contract esun-2021', () => {
  it('takes a request', () => {
    expect(parse(REQUEST)).toEqual({
      id: 'id-1',
      digest: createHash('sha256').update('hello').digest('hex'),
      attemptsLeft: 2,
      input: { picture: Buffer.from('hello'), everyLabel: false },
    });
  });

  it('ignores fields it does not know, dangerous names included', () => {
    const body = `{"__proto__": {"polluted": 1}, "constructor": 2, ${JSON.stringify(REQUEST).slice(1)}`;

    const parsed = route.parse(post(body));

    expect(parsed.id).toBe('id-1');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each(['esun_uuid', 'esun_timestamp', 'image'])('names a missing %s', (field) => {
    const problem = refusal({ ...REQUEST, [field]: undefined });

    expect(problem?.errors).toEqual([{ pointer: `/${field}`, detail: 'is missing' }]);
  });

  it.each([
    ['esun_uuid', 7, 'must be string, not 7'],
    ['esun_uuid', '', 'must be length >=1, not 0'],
    [
      'esun_uuid',
      'x'.repeat(MAX_ID_LENGTH + 1),
      `must be length <=${MAX_ID_LENGTH}, not ${MAX_ID_LENGTH + 1}`,
    ],
    ['esun_timestamp', '1795255200', 'must be number, not "1795255200"'],
    ['esun_timestamp', 1.5, 'must be a whole number'],
    ['image', null, 'must be string, not null'],
    ['image', ['aGVsbG8='], 'must be string, not Array'],
    ['retry', 'twice', 'must be number, not "twice"'],
  ])('says how a mistyped %s is wrong: %j', (field, value, detail) => {
    expect(refusal({ ...REQUEST, [field]: value })?.errors).toEqual([{ pointer: `/${field}`, detail }]);
  });

  it.each([[null], [[]], ['text'], [7], [true]])('refuses %j for a body', (body) => {
    expect(refusal(body)?.problem).toBe('invalid-request');
  });

  it('requests through its client what it takes, and its client reads what it replies', () => {
    const bytes = Buffer.from('a picture');
    const sample = { name: 'a', label: '永', mediaType: 'image/jpeg', bytes };

    const { path, headers, body } = esun2021Client.request(sample, 'id-2', 1);
    const parsed = route.parse(post(body as string, path, headers));
    const reply = route.reply({ parsed, output: { label: '永' }, version: '1' }, 1);

    expect(parsed).toMatchObject({ id: 'id-2', attemptsLeft: 1, input: { picture: bytes } });
    const response = { status: 200, headers: {}, body: String(reply.body) };
    expect(esun2021Client.read(response, 'id-2', 1)).toMatchObject({ prediction: '永' });
    expect(esun2021Client.read(response, 'id-3')).toMatchObject({ error: 'reply for another id' });
  });
});
