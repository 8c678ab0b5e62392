/** Whether two services say the same of the same pictures, before any threshold. */
import type { ContractClient, Sample } from '../../functions/inference/contracts/client.ts';
import { ServiceError } from '../../local/service-error.ts';
import { askService } from '../../tasks/ask-service.ts';

/** The best label and its probability. */
export interface BestLabel {
  readonly label: string;
  readonly probability: number;
}

/** A sample that two services answer differently. */
export interface Disagreement {
  readonly sample: string;
  readonly ours: BestLabel;
  readonly theirs: BestLabel;
}

export interface Agreement {
  readonly samples: number;
  readonly disagreements: readonly Disagreement[];
}

/**
 * Asks both services every sample, by the contract `predictions`, which tells probabilities.
 *
 * @throws {ServiceError} where one is not answered
 */
export async function compareAnswers(
  client: ContractClient,
  samples: readonly Sample[],
  urls: { readonly ours: string; readonly theirs: string },
): Promise<Agreement> {
  const disagreements: Disagreement[] = [];
  for (const sample of samples) {
    const ours = await bestLabel(urls.ours, client, sample);
    const theirs = await bestLabel(urls.theirs, client, sample);
    if (ours.label !== theirs.label) disagreements.push({ sample: sample.name, ours, theirs });
  }
  return { samples: samples.length, disagreements };
}

async function bestLabel(url: string, client: ContractClient, sample: Sample): Promise<BestLabel> {
  const { reply, response } = await askService(url, client, sample, undefined);
  if ('error' in reply) throw new ServiceError(`${url} does not answer ${sample.name}: ${reply.error}`);
  return bestOf(JSON.parse(response.body));
}

/** The first of the likeliest labels. @param probabilities by label, at least one */
export function bestOf(probabilities: Readonly<Record<string, number>>): BestLabel {
  return Object.entries(probabilities)
    .map(([label, probability]) => ({ label, probability }))
    .reduce((best, one) => (one.probability > best.probability ? one : best));
}
