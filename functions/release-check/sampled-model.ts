import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sample } from '../inference/contracts/client.ts';
import { findClient } from '../inference/contracts/clients.ts';
import { mediaTypeOf } from '../inference/contracts/samples.ts';
import { shownEntries } from '../inference/information/samples.ts';
import { contractsOf, readManifest } from '../inference/model/manifest.ts';

export type SampledModel = Awaited<ReturnType<typeof readSampledModel>>;

/**
 * Reads the model in a folder.
 *
 * @returns the model with the client of its first contract, the samples that its page shows (at most eight), and the share of
 * predictions that must be right, 0 to 1
 * @throws {ModelError} if `ensemble.json` is missing or wrong; Error if the first contract is unknown
 */
export async function readSampledModel(directory: string) {
  const { model, pipeline, contracts, samplesRight } = readManifest(directory);
  const [contract = ''] = contractsOf({ contracts });
  const client = findClient(contract, model, textInputOf(pipeline));
  if (!client) throw new Error(`The model ${model} has no contract ${JSON.stringify(contract)}.`);
  const entries = shownEntries(directory);
  const folder = path.join(directory, 'samples');
  const samples = await Promise.all(entries.map((entry) => readSample(folder, entry)));
  return { name: model, client, samples, samplesRight };
}

/**
 * Name of the input for samples of text, if it is not `text`. It is not read from the pipeline, because the bundle of the release
 * check has no pipelines, which would load ONNX Runtime.
 */
export function textInputOf(pipeline: string | undefined): string | undefined {
  return pipeline === 'text-correction' ? 'hypotheses' : undefined;
}

/** An entry of a folder's `labels.json`. */
export type SampleEntry = { readonly file: string } & Partial<Pick<Sample, 'label' | 'predicted'>>;

export async function readSample(folder: string, { file: name, ...known }: SampleEntry): Promise<Sample> {
  const { label, predicted } = known;
  const bytes = await readFile(path.join(folder, name));
  return { name, label, predicted, mediaType: mediaTypeOf(name), bytes };
}
