/** One question to the service, and the same question again. */
import type { Sample } from '../../../inference/contracts/client.ts';

/** How often a caller may repeat a question. */
const ATTEMPTS = 2;

export interface Question {
  /** The request id: the same for every repetition. */
  readonly id: string;
  readonly sample: Sample;
  readonly attemptsLeft: number;
}

export function questionAbout(sample: Sample): Question {
  return { id: randomId(), sample, attemptsLeft: ATTEMPTS };
}

/** The question with one attempt less, which is how the service knows it for a repetition. */
export function repeated(question: Question): Question {
  return { ...question, attemptsLeft: Math.max(0, question.attemptsLeft - 1) };
}

/** A version 4 UUID. `crypto.randomUUID` is missing where a phone opens a machine in the same room: no https. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hexadecimal = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hexadecimal.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
