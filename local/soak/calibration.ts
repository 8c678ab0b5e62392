/** What the service does in calm: the answer of each sample, and how much it can answer. */

import { randomUUID } from 'node:crypto';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { ServiceError } from '../service-error.ts';
import type { Asker } from './asking/asker.ts';
import type { Crowd } from './asking/crowd.ts';

const TRIES = 20;

/** What was found in calm. */
export interface Calm {
  /** Samples whose right answer is known, and how many of them are answered so. */
  readonly labelled: number;
  readonly right: number;
  /** Questions a second, with enough clients that wait. */
  readonly capacity: number;
}

/**
 * Asks every sample, so that later answers can be held against these, and measures.
 *
 * @throws {ServiceError} when a sample gets no answer in calm
 */
export async function calibrate(
  samples: readonly Sample[],
  asker: Asker,
  crowd: Crowd,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Calm> {
  let labelled = 0;
  let right = 0;
  for (const sample of samples) {
    const answer = await answerInCalm(sample, asker);
    asker.expected.set(sample.name, answer);
    if (sample.label !== undefined) labelled += 1;
    if (sample.label === answer) right += 1;
  }
  return { labelled, right, capacity: await measure(crowd, clients, seconds) };
}

/** An answer that was shortened for lack of time says nothing. */
async function answerInCalm(sample: Sample, asker: Asker): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { last } = await asker.put(randomUUID(), sample);
    if (last?.kind === 'answered' && last.firmness !== 'provisional') return last.answer;
    if (last?.kind !== 'answered') break;
  }
  throw new ServiceError(`the sample ${sample.name} gets no answer although nothing is broken yet`);
}

async function measure(crowd: Crowd, clients: number, seconds: number): Promise<number> {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  let answered = 0;
  const client = async () => {
    while (elapsed() < seconds) {
      await crowd.askNew();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answered / elapsed();
}
