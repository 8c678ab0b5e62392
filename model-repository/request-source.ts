/** Finds what requests to a model need: the client of one of its contracts, and its samples. */

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { ContractClient, ContractResponse, Sample } from '../functions/inference/contracts/client.ts';
import { findClient } from '../functions/inference/contracts/clients.ts';
import { contractsOf, type Manifest } from '../functions/inference/model/manifest.ts';
import { readSample, type SampleEntry, textInputOf } from '../functions/release-check/sampled-model.ts';
import { UsageError } from '../project/usage-error.ts';
import { findModel } from './find-model.ts';

/** Determines the requests to a model. All its fields are strings, so that it can be passed to another process. */
export interface RequestSourceChoice {
  /** A name in the model repository, or a path that `findModel` takes. */
  readonly model: string;
  /** Name of the contract. @default the model's first contract */
  readonly contract?: string | undefined;
  /** Folder with other samples and their `labels.json`. @default the model's own samples */
  readonly samples?: string | undefined;
}

/** A model with the client of a contract, and with at least one sample. */
export type RequestSource = Readonly<Awaited<ReturnType<typeof openRequestSource>>>;

/** @throws {UsageError | ModelError} when there is no such model, contract or folder of samples, or `ensemble.json` is wrong */
export async function openRequestSource(choice: RequestSourceChoice) {
  const found = await findModel(choice.model);
  const client = clientOf(found.manifest, choice.contract);
  return { ...found, client, samples: await readSamples(found.directory, choice.samples) };
}

/** The part of a manifest that contracts' clients need. */
type Named = Pick<Manifest, 'model' | 'contracts'> & Partial<Pick<Manifest, 'pipeline'>>;

/**
 * The client of a model's contract, by default of its first contract.
 * @throws {UsageError} when the model does not have the contract
 */
export function clientOf({ model, pipeline, ...manifest }: Named, contract?: string): ContractClient {
  const contracts = contractsOf(manifest);
  const name = contract ?? contracts[0]!;
  const client = findClient(name, model, textInputOf(pipeline));
  if (client && contracts.includes(name)) return client;
  throw new UsageError(
    `the model ${model} does not have the contract "${name}"; its contracts are: ${contracts.join(', ')}`,
  );
}

/** The samples of a model, or of another folder. @throws {UsageError} when there are none, or a file is missing */
export async function readSamples(directory: string, folder = path.join(directory, 'samples')) {
  return Promise.all(listedSamples(folder).map((entry) => readSample(folder, entry)));
}

const SampleList = v.pipe(v.array(v.looseObject({ file: v.string() })), v.minLength(1, 'the list is empty'));

/**
 * The entries of a folder's `labels.json`.
 * @throws {UsageError} when the list is missing, invalid or empty, or a listed file is missing
 */
export function listedSamples(folder: string): readonly SampleEntry[] {
  try {
    const entries = v.parse(SampleList, JSON.parse(readFileSync(path.join(folder, 'labels.json'), 'utf8')));
    const missing = entries.map(({ file }) => file).filter((file) => !existsSync(path.join(folder, file)));
    if (missing.length > 0) throw new Error(`there is no ${missing.join(', ')}`);
    return entries;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no labels.json' : message;
    throw new UsageError(
      `${folder} has no samples: expected labels.json with [{"file": …, "label": …}], and the files beside it (${why})`,
      { cause },
    );
  }
}

/** A service that does not respond within this time is assumed not to respond at all. */
const TIMEOUT_MILLISECONDS = 30_000;

/**
 * Sends one request to a service over HTTP, for callers that need no exact measurements.
 *
 * @param url address of the service, which may include a path
 * @param id by default a new id if the contract needs an id, and otherwise none. Without an id, the response is not cached.
 */
export async function sendToService(
  url: string,
  client: ContractClient,
  sample: Sample,
  id: string | undefined = client.needsId ? randomUUID() : undefined,
) {
  const { path, ...request } = client.request(sample, id, 0);
  const fetched = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    ...(request as RequestInit),
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  const response: ContractResponse = {
    status: fetched.status,
    headers: Object.fromEntries(fetched.headers),
    body: await fetched.text(),
  };
  return { reply: client.read(response, id), response };
}
