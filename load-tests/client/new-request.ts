import { randomUUID } from 'node:crypto';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { withOtherBytes } from './other-bytes.ts';

/** How often a request is asked at most; the attempts that are left count down from one less. */
export const ATTEMPTS = 3;

/** One sample to be answered, under one request id. */
export interface NewRequest {
  readonly id: string;
  readonly sample: Sample;
}

/** A request nobody has asked before: its id is unique, and where that can be, its bytes. */
export function newRequest(sample: Sample): NewRequest {
  const id = randomUUID();
  return { id, sample: withOtherBytes(sample, id) };
}
