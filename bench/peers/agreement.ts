/** Compares the responses of two services to the same samples. */
import type { ContractClient, Sample } from '../../functions/inference/contracts/client.ts';
import { ServiceError } from '../../local/service-error.ts';
import { sendToService } from '../../model-repository/request-source.ts';

/**
 * Maps each contract of the FastAPI service to the contract whose responses are compared. For pictures, this is
 * `predictions`, because it returns probabilities before any threshold.
 */
export const COMPARED_BY: ReadonlyMap<string, string> = new Map([
  ['esun-2021', 'predictions'],
  ['openai-embeddings', 'predictions'],
  ['predictions', 'predictions'],
  ['esun-2022', 'esun-2022'],
]);

/** Tolerance for elements of embeddings. */
const TOLERANCE = 1e-4;

/** A service's prediction of one sample. */
export interface Reply {
  /** The best label, or another prediction as text. For an embedding, the index of its greatest element. */
  readonly prediction: string;
  /** Probability of the best label, or the greatest element of an embedding; undefined if the contract returns neither. */
  readonly probability?: number;
  readonly embedding?: readonly number[];
}

export type Agreement = Awaited<ReturnType<typeof compareResponses>>;

/**
 * Sends every sample to both services.
 *
 * @returns the contract, the number of samples, and the samples with different responses
 * @throws {ServiceError} if a service gives no good response
 */
export async function compareResponses(
  client: ContractClient,
  samples: readonly Sample[],
  urls: { readonly ours: string; readonly theirs: string },
) {
  const disagreements: { sample: string; ours: Reply; theirs: Reply }[] = [];
  for (const sample of samples) {
    const ours = await send(urls.ours, client, sample);
    const theirs = await send(urls.theirs, client, sample);
    if (!areAlike(ours, theirs)) disagreements.push({ sample: sample.name, ours, theirs });
  }
  return { contract: client.contract, samples: samples.length, disagreements };
}

async function send(url: string, client: ContractClient, sample: Sample): Promise<Reply> {
  const { reply, response } = await sendToService(url, client, sample);
  if ('error' in reply)
    throw new ServiceError(`${url} gives no prediction for ${sample.name}: ${reply.error}`);
  return client.contract === 'predictions'
    ? bestOf(JSON.parse(response.body))
    : { prediction: reply.prediction };
}

/** The first entry with the greatest number. @param reply an embedding, or probabilities by label; not empty */
export function bestOf(reply: Readonly<Record<string, number>> | readonly number[]): Reply {
  const ranking = Object.entries(reply);
  const [prediction, probability] = ranking.reduce((best, one) => (one[1] > best[1] ? one : best));
  return { prediction, probability, ...(Array.isArray(reply) && { embedding: reply }) };
}

export function areAlike({ prediction, embedding }: Reply, theirs: Reply): boolean {
  if (!embedding) return prediction === theirs.prediction;
  return embedding.every((value, index) => Math.abs(value - theirs.embedding![index]!) <= TOLERANCE);
}
