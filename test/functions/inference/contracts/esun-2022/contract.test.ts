import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InferenceRoute, ModelInfo } from '../../../../../functions/inference/contracts/contract.ts';
import {
  exampleOf,
  toJsonSchema,
} from '../../../../../functions/inference/contracts/description/operation.ts';
import {
  esun2022,
  MAX_CHARACTERS,
  MAX_HYPOTHESES,
  MAX_PHONEME_CHARACTERS,
} from '../../../../../functions/inference/contracts/esun-2022/contract.ts';
import type { SentenceInput } from '../../../../../functions/inference/pipelines/text-correction/prediction.ts';
import { refusalOf } from '../../../support/refusal.ts';
import { post } from '../../../support/requests.ts';

const contract = esun2022.open({} as ModelInfo, {});
const route = contract.routes[0] as InferenceRoute<SentenceInput>;
const parse = (body: unknown) => route.parse(post(JSON.stringify(body) ?? ''));
const refusal = (body: unknown) => refusalOf(() => parse(body));
const REQUEST = { esun_uuid: 'id-1', esun_timestamp: 1_795_255_200, sentence_list: ['我 要 帳單'] };

describe('contract esun-2022', () => {
  it('takes as many hypotheses as there may be, each as long as it may be', () => {
    const sentences = Array.from({ length: MAX_HYPOTHESES }, (_, n) => '𠮷'.repeat(MAX_CHARACTERS - 1) + n);
    const phonemes = Array(MAX_HYPOTHESES).fill('x'.repeat(MAX_PHONEME_CHARACTERS));

    const parsed = parse({ ...REQUEST, sentence_list: sentences, phoneme_sequence_list: phonemes });

    expect(parsed.input.hypotheses).toEqual(sentences);
    expect(parsed.digest?.()).toBe(hash('sha256', JSON.stringify(sentences)));
  });

  const listOf = (least: number) => `must be a list of ${least} to ${MAX_HYPOTHESES} sentences`;
  const atMost = (characters: number) => `must have at most ${characters} characters`;
  it.each([
    ['sentence_list', '', [], listOf(1)],
    ['sentence_list', '', '我 要', listOf(1)],
    ['sentence_list', '', null, listOf(1)],
    ['sentence_list', '', { 0: '我', length: 1 }, listOf(1)],
    ['sentence_list', '', Array(MAX_HYPOTHESES + 1).fill('我'), listOf(1)],
    ['sentence_list', '/1', ['我', 7], 'must be string, not 7'],
    ['sentence_list', '/0', [null], 'must be string, not null'],
    ['sentence_list', '/0', [['我']], 'must be string, not Array'],
    ['sentence_list', '/0', ['x'.repeat(MAX_CHARACTERS + 1)], atMost(MAX_CHARACTERS)],
    ['sentence_list', '/0', ['𠮷'.repeat(MAX_CHARACTERS + 1)], atMost(MAX_CHARACTERS)],
    ['sentence_list', '/0', ['我\ud842'], 'must be well-formed Unicode: it holds half of a surrogate pair'],
    ['phoneme_sequence_list', '', 'w o3', listOf(0)],
    ['phoneme_sequence_list', '/0', [3], 'must be string, not 3'],
    ['phoneme_sequence_list', '/0', ['x'.repeat(MAX_PHONEME_CHARACTERS + 1)], atMost(MAX_PHONEME_CHARACTERS)],
  ])('says how a wrong %s%s is wrong: %j', (field, item, value, detail) => {
    const errors = [{ pointer: `/${field}${item}`, detail }];

    expect(refusal({ ...REQUEST, [field]: value })).toMatchObject({ status: 400, errors });
  });

  it('says little of a list of a million wrong items, and quotes nothing at length', () => {
    const problem = refusal({ ...REQUEST, sentence_list: Array(1_000_000).fill(1), retry: 'x'.repeat(1e6) });

    expect(JSON.stringify(problem?.details).length).toBeLessThan(1000);
  });

  it('takes or refuses anything that JSON can say, and never fails otherwise', () => {
    const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const sentences = fc.oneof(fc.jsonValue(), fc.array(fc.string({ unit: character }), { maxLength: 12 }));
    const almost = { sentence_list: sentences, phoneme_sequence_list: sentences, retry: fc.jsonValue() };

    fc.assert(
      fc.property(fc.record(almost, { requiredKeys: [] }), (fields) => {
        expect(refusal({ ...REQUEST, ...fields })?.status ?? 200).toBeLessThan(500);
      }),
    );
  });

  it('has an example that is a request, and a line that sends it from a file', () => {
    const shown = exampleOf(toJsonSchema(contract.schemas.Esun2022Request!));

    expect(refusal(shown)).toBeUndefined();
    expect(contract.example()).toBe(
      'curl -s "$ADDRESS/inference" -H "content-type: application/json" --data-binary "@request.json"',
    );
  });
});
