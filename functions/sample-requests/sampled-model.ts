/** A model as it lies in its layer: its contract, and samples with their right responses. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContractClient, Sample } from '../inference/contracts/client.ts';
import { findClient } from '../inference/contracts/clients.ts';
import { mediaTypeOf } from '../inference/contracts/media-type.ts';
import { shownEntries } from '../inference/information/samples.ts';
import { contractsOf, readManifest } from '../inference/model/manifest.ts';

export interface SampledModel {
  readonly name: string;
  /** Of its first contract. */
  readonly client: ContractClient;
  /** None where the model brought none. */
  readonly samples: readonly Sample[];
  /** Share of the samples whose responses are right at least, 0 to 1. */
  readonly samplesRight: number;
}

/**
 * Reads the model of a folder.
 *
 * @throws {ModelError} when it holds none
 */
export async function readSampledModel(directory: string): Promise<SampledModel> {
  const { model, contracts, samplesRight } = await readManifest(directory);
  const [contract = ''] = contractsOf({ contracts });
  const client = findClient(contract, model);
  if (!client) throw new Error(`The model ${model} has no contract ${JSON.stringify(contract)}.`);
  const entries = await shownEntries(directory);
  const samples = await Promise.all(
    entries.map(async ({ file, label }) => ({
      name: file,
      label,
      mediaType: mediaTypeOf(file),
      bytes: await readFile(path.join(directory, 'samples', file)),
    })),
  );
  return { name: model, client, samples, samplesRight };
}
