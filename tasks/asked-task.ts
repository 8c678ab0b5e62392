/** A task as programs ask it: by the client side of one of its contracts, with its samples. */
import type { ContractClient, Sample } from '../functions/inference/contracts/client.ts';
import { findClient } from '../functions/inference/contracts/clients.ts';
import { contractsOf, type Manifest } from '../functions/inference/model/manifest.ts';
import { findTask, TaskError } from './find-task.ts';
import { readSampleFolder, readSamples } from './samples.ts';

/** What is to be asked, and how; every part is as plain as a command line, so that it can be told to another process. */
export interface AskedTaskChoice {
  /** A name in the model repository, or a folder with an `ensemble.json`. */
  readonly task: string;
  /** @default the task's first one */
  readonly contract?: string | undefined;
  /** Folder with other samples and their `labels.json`. @default the task's own */
  readonly samples?: string | undefined;
}

export interface AskedTask {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly client: ContractClient;
  /** At least one. */
  readonly samples: readonly Sample[];
}

/**
 * Finds a task, its samples, and the client of a contract.
 *
 * @throws {TaskError} when there is no such task, contract or folder of samples
 * @throws {ModelError} when its `ensemble.json` is wrong
 */
export async function openAskedTask({ task, contract, samples }: AskedTaskChoice): Promise<AskedTask> {
  const { directory, manifest } = await findTask(task);
  const client = clientOf(manifest, contract);
  const found = await (samples === undefined ? readSamples(directory) : readSampleFolder(samples));
  return { directory, manifest, client, samples: found };
}

/**
 * The client side of one of a task's contracts.
 *
 * @param contract undefined: its first one
 * @throws {TaskError} when the task does not have it
 */
export function clientOf(manifest: Pick<Manifest, 'task' | 'contracts'>, contract?: string): ContractClient {
  const contracts = contractsOf(manifest);
  const name = contract ?? contracts[0]!;
  const client = contracts.includes(name) ? findClient(name, manifest.task) : undefined;
  if (client) return client;
  throw new TaskError(
    `the task ${manifest.task} cannot be asked by a contract "${name}"; its contracts are: ${contracts.join(', ')}`,
    { exitCode: 2 },
  );
}
