import { randomUUID } from 'node:crypto';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { withOtherBytes } from './other-bytes.ts';

/** How often a question is asked at most; the attempts that are left count down from one less. */
export const ATTEMPTS = 3;

/** One sample to be answered, under one request id. */
export interface Question {
  readonly id: string;
  readonly sample: Sample;
}

/** A question nobody has asked before: its id is unique, and where that can be, its bytes. */
export function newQuestion(sample: Sample): Question {
  const id = randomUUID();
  return { id, sample: withOtherBytes(sample, id) };
}
