import { randomUUID } from 'node:crypto';
import type { Sample } from '../../functions/inference/contracts/client.ts';
import { DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { openRequestSource } from '../../model-repository/request-source.ts';
import type { LambdaFunction } from './function.ts';

/** The model whose artefacts are tested. `SUBSECOND_MODEL` replaces the default. */
export const source = await openRequestSource({ model: process.env.SUBSECOND_MODEL ?? DEFAULT_MODEL });

/** The part of `POST /explain`'s response that tests use. */
export interface SampleResponse {
  readonly prediction: string;
  readonly confidence: number;
  readonly members: readonly { readonly name: string }[];
}

/** Explains samples one after the other, because an execution environment serves one request at a time. */
export async function explainSamples(
  lambda: LambdaFunction,
  samples: readonly Sample[],
): Promise<SampleResponse[]> {
  const responses: SampleResponse[] = [];
  for (const sample of samples) {
    const request = source.client.request(sample, randomUUID(), 2);
    const { status, body } = await lambda.fetch({ ...request, path: '/explain' });
    if (status !== 200) throw new Error(`${status}: ${body}`);
    responses.push(JSON.parse(body));
  }
  return responses;
}
