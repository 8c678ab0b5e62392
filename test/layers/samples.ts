import { randomUUID } from 'node:crypto';
import type { ContractRequest, Sample } from '../../functions/inference/contracts/client.ts';
import { openAskedTask } from '../../tasks/asked-task.ts';
import { DEFAULT_TASK } from '../../tasks/find-task.ts';

/** The task whose artefacts are tried. `SUBSECOND_TASK` names another one than the usual. */
export const asked = await openAskedTask({ task: process.env.SUBSECOND_TASK ?? DEFAULT_TASK });

/** What `POST /explain` says of a sample, as far as these tests look at it. */
export interface SampleAnswer {
  readonly answer: string;
  readonly confidence: number;
  readonly members: readonly { readonly name: string }[];
}

/** Sends a request to the service and returns the JSON of the response. */
export type Send = (request: ContractRequest) => Promise<unknown>;

/** Sends to a service that listens at an address. */
export function sendTo(url: string): Send {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body: body as NonNullable<RequestInit['body']>,
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** Asks for samples one after the other: an execution environment serves one request at a time. */
export async function explainSamples(send: Send, samples: readonly Sample[]): Promise<SampleAnswer[]> {
  const answers: SampleAnswer[] = [];
  for (const sample of samples) {
    const request = asked.client.request(sample, randomUUID(), 2);
    answers.push((await send({ ...request, path: '/explain' })) as SampleAnswer);
  }
  return answers;
}
