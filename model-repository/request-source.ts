/** A model as programs send requests to it: by the client side of one of its contracts, with its samples. */
import type { ContractClient, Sample } from '../functions/inference/contracts/client.ts';
import { findClient } from '../functions/inference/contracts/clients.ts';
import { contractsOf, type Manifest } from '../functions/inference/model/manifest.ts';
import { findPipeline } from '../functions/inference/pipelines/pipelines.ts';
import { findModel } from './find-model.ts';
import { wrongUsage } from './repository-error.ts';
import { readSampleFolder, readSamples } from './samples.ts';

/** What to send requests to, and how: plain strings, so that another process can have them. */
export interface RequestSourceChoice {
  /** A name in the model repository, or a folder with an `ensemble.json`. */
  readonly model: string;
  /** @default the model's first one */
  readonly contract?: string | undefined;
  /** Folder with other samples and their `labels.json`. @default the model's own */
  readonly samples?: string | undefined;
}

export interface RequestSource {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly client: ContractClient;
  /** At least one. */
  readonly samples: readonly Sample[];
}

/**
 * Finds a model, its samples, and the client of a contract.
 *
 * @throws {RepositoryError} when there is no such model, contract or folder of samples
 * @throws {ModelError} when its `ensemble.json` is wrong
 */
export async function openRequestSource({
  model,
  contract,
  samples,
}: RequestSourceChoice): Promise<RequestSource> {
  const { directory, manifest } = await findModel(model);
  const client = clientOf(manifest, contract);
  const found = await (samples === undefined ? readSamples(directory) : readSampleFolder(samples));
  return { directory, manifest, client, samples: found };
}

/**
 * The client side of one of a model's contracts.
 *
 * @param contract undefined: its first one
 * @throws {RepositoryError} when the model does not have it
 */
export function clientOf(
  manifest: Pick<Manifest, 'model' | 'contracts'> & Partial<Pick<Manifest, 'pipeline'>>,
  contract?: string,
): ContractClient {
  const contracts = contractsOf(manifest);
  const name = contract ?? contracts[0]!;
  const client = contracts.includes(name)
    ? findClient(name, manifest.model, findPipeline(manifest.pipeline ?? '')?.textInput)
    : undefined;
  if (client) return client;
  throw wrongUsage(
    `the model ${manifest.model} does not have the contract "${name}"; its contracts are: ${contracts.join(', ')}`,
  );
}
