import { randomUUID } from 'node:crypto';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { withOtherBytes } from './other-bytes.ts';

/** How often a request is sent at most; the attempts that are left count down from one less. */
export const ATTEMPTS = 3;

/** One sample to send, under one request id. */
export interface NewRequest {
  readonly id: string;
  readonly sample: Sample;
}

/** A request that was never sent before: its id is unique, and where possible, its bytes. @param pipeline of the model */
export function newRequest(sample: Sample, pipeline: string): NewRequest {
  const id = randomUUID();
  return { id, sample: withOtherBytes(sample, id, pipeline) };
}
