import { randomUUID } from 'node:crypto';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { openAskedTask } from '../../tasks/asked-task.ts';
import { DEFAULT_TASK } from '../../tasks/find-task.ts';
import type { LambdaFunction } from './function.ts';

/** The task whose artefacts are tried. `SUBSECOND_TASK` names another one than the usual. */
export const asked = await openAskedTask({ task: process.env.SUBSECOND_TASK ?? DEFAULT_TASK });

/** What `POST /explain` says of a sample, as far as these tests look at it. */
export interface SampleAnswer {
  readonly answer: string;
  readonly confidence: number;
  readonly members: readonly { readonly name: string }[];
}

/** Has samples explained one after the other: an execution environment serves one request at a time. */
export async function explainSamples(
  lambda: LambdaFunction,
  samples: readonly Sample[],
): Promise<SampleAnswer[]> {
  const answers: SampleAnswer[] = [];
  for (const sample of samples) {
    const request = asked.client.request(sample, randomUUID(), 2);
    const { status, body } = await lambda.fetch({ ...request, path: '/explain' });
    if (status !== 200) throw new Error(`${status}: ${body}`);
    answers.push(JSON.parse(body));
  }
  return answers;
}
