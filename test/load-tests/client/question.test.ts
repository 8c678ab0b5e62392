import { describe, expect, it } from 'vitest';
import { newQuestion, readReply, requestBody } from '../../../load-tests/client/question.ts';
import { labelOf, markedPicture } from '../fixtures/pictures.ts';

const picture = { file: '0.jpg', label: '永', bytes: markedPicture('永') };
const reply = (question: { id: string }, changes = {}) =>
  JSON.stringify({ esun_uuid: question.id, answer: '永', ...changes });

describe('a question', () => {
  it('has an id and bytes of its own each time', () => {
    const [first, second] = [newQuestion(picture), newQuestion(picture)];

    expect(first.id).not.toBe(second.id);
    expect(first.image).not.toBe(second.image);
  });

  it('goes out in the contract of the competition', () => {
    const question = newQuestion(picture);

    const body = JSON.parse(requestBody(question, 2));

    expect(body).toMatchObject({ esun_uuid: question.id, retry: 2 });
    expect(Math.abs(body.esun_timestamp - Date.now() / 1000)).toBeLessThan(2);
    expect(labelOf(Buffer.from(body.image, 'base64'))).toBe('永');
  });

  it.each([
    ['a bad status', 500, () => '{}', 'status 500'],
    ['something that is not JSON', 200, () => '<html>', 'reply is not JSON'],
    ['JSON null', 200, () => 'null', 'reply without an answer'],
    [
      'a reply without an answer',
      200,
      (q: { id: string }) => reply(q, { answer: 7 }),
      'reply without an answer',
    ],
    ['the answer to another question', 200, () => reply({ id: 'other' }), 'reply for another id'],
  ])('is not answered by %s', (_name, status, body, error) => {
    const question = newQuestion(picture);

    expect(readReply(question, status, body(question))).toEqual({ error });
  });

  it('is answered by a 200 under its own id', () => {
    const question = newQuestion(picture);

    expect(readReply(question, 200, reply(question))).toEqual({ answer: '永' });
  });
});
