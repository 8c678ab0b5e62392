import { randomUUID } from 'node:crypto';
import { type Picture, withComment } from './pictures.ts';

/** How often the competition's organizer asks at most; `retry` counts down from one less. */
export const ATTEMPTS = 3;

/** One picture to be recognised, under one request id. */
export interface Question {
  id: string;
  label: string;
  /** The JPEG in base64. */
  image: string;
}

/** A question nobody has asked before: its id and the bytes of its picture are unique. */
export function newQuestion(picture: Picture): Question {
  const id = randomUUID();
  return { id, label: picture.label, image: withComment(picture.bytes, id).toString('base64') };
}

/** Body of `POST /inference` in the `esun-2021` contract; `retry` is how many more attempts may follow. */
export function requestBody(question: Question, retry: number): string {
  const seconds = Math.floor(Date.now() / 1000);
  return JSON.stringify({
    esun_uuid: question.id,
    esun_timestamp: seconds,
    image: question.image,
    retry,
  });
}

/** What a reply says, or what is wrong with it. */
export type Reply = { answer: string } | { error: string };

/** Reads a reply to `question`: only a 200 with an answer for this very id is one. */
export function readReply(question: Question, status: number, body: string): Reply {
  if (status !== 200) return { error: `status ${status}` };
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return { error: 'reply is not JSON' };
  }
  const { esun_uuid: id, answer } = (reply ?? {}) as Record<string, unknown>;
  if (typeof answer !== 'string') return { error: 'reply without an answer' };
  if (id !== question.id) return { error: 'reply for another id' };
  return { answer };
}
