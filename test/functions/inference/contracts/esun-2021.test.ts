import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  esun2021,
  MAX_ID_LENGTH,
  MAX_IMAGE_BYTES,
} from '../../../../functions/inference/contracts/esun-2021.ts';
import { Problem } from '../../../../functions/inference/problems.ts';

const contract = esun2021({ captainEmail: 'captain@team.example', serverSalt: 'salt' });
const QUESTION = { esun_uuid: 'id-1', esun_timestamp: 1_795_255_200, image: 'aGVsbG8=', retry: 2 };

/** The problem that a body is refused with. */
function refusal(body: unknown): Problem {
  try {
    contract.parse(body);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('the body was taken');
}

describe('contract esun-2021', () => {
  it('takes a question', () => {
    expect(contract.parse(QUESTION)).toEqual({ id: 'id-1', image: Buffer.from('hello'), attemptsLeft: 2 });
  });

  it('does without retry', () => {
    const { retry: _, ...question } = QUESTION;

    expect(contract.parse(question).attemptsLeft).toBeUndefined();
  });

  it('ignores fields it does not know, dangerous names included', () => {
    const body = JSON.parse(
      `{"__proto__": {"polluted": 1}, "constructor": 2, ${JSON.stringify(QUESTION).slice(1)}`,
    );

    const question = contract.parse(body);

    expect(question.id).toBe('id-1');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each(['esun_uuid', 'esun_timestamp', 'image'])('names a missing %s', (field) => {
    const problem = refusal({ ...QUESTION, [field]: undefined });

    expect(problem.errors).toEqual([{ pointer: `/${field}`, detail: 'is missing' }]);
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
    expect(refusal({ ...QUESTION, [field]: value }).errors).toEqual([{ pointer: `/${field}`, detail }]);
  });

  it('refuses an id that holds half of a surrogate pair: two such ids would share one key', () => {
    expect(refusal({ ...QUESTION, esun_uuid: 'a\ud800' }).message).toContain('well-formed Unicode');
  });

  it('names every wrong field at once', () => {
    expect(refusal({}).errors?.map(({ pointer }) => pointer)).toEqual([
      '/esun_uuid',
      '/esun_timestamp',
      '/image',
    ]);
  });

  it.each([[null], [[]], ['text'], [7], [true]])('refuses %j for a body', (body) => {
    expect(refusal(body).problem).toBe('invalid-request');
  });

  it('never quotes a caller at length', () => {
    const problem = refusal({ ...QUESTION, esun_timestamp: 'x'.repeat(1_000_000) });

    expect(JSON.stringify(problem.details).length).toBeLessThan(500);
  });

  it('refuses an image of too many bytes before it decodes it', () => {
    expect(refusal({ ...QUESTION, image: 'A'.repeat(((MAX_IMAGE_BYTES + 3) / 3) * 4) }).status).toBe(413);
  });

  it('refuses an image that is not base64', () => {
    expect(refusal({ ...QUESTION, image: 'not base64!' }).problem).toBe('invalid-base64');
  });

  it('takes or refuses anything that JSON can say, and never fails otherwise', () => {
    const almost = fc.record(
      {
        esun_uuid: fc.jsonValue(),
        esun_timestamp: fc.jsonValue(),
        image: fc.jsonValue(),
        retry: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), almost), (body) => {
        expect(refusal(body).status).toBeLessThan(500);
      }),
    );
  });

  it('answers with its identity hashed and nothing of it in clear', () => {
    const question = contract.parse(QUESTION);

    const reply = contract.reply(question, { answer: '永', confidence: 0.9, version: '1' }, 1_795_255_201);

    expect(reply).toEqual({
      esun_uuid: 'id-1',
      server_uuid: createHash('sha256').update('captain@team.example1795255201salt').digest('hex'),
      answer: '永',
      server_timestamp: 1_795_255_201,
    });
  });
});
