/** Opens the service of a model from its settings, for Lambda and for the front process. */
import { ResponseCache } from '../cache/response-cache.ts';
import type { ResponseStore } from '../cache/response-store.ts';
import { contractNames } from '../contracts/clients.ts';
import type { Contract, ContractDefinition, ModelInfo } from '../contracts/contract.ts';
import { findContract } from '../contracts/contracts.ts';
import { exampleCommand } from '../contracts/description/examples.ts';
import { contractsOf, type Manifest } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import { fingerprint } from '../model/model-file.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import { createTelemetry, type TelemetryOptions } from '../telemetry/telemetry.ts';
import { type AppParts, createApp } from './app.ts';
import type { Configuration } from './configuration.ts';

export interface ServiceParts extends Pick<AppParts, 'directory' | 'pipeline' | 'predictor' | 'readPage'> {
  readonly manifest: Manifest;
  readonly configuration: Configuration;
  /** Environment variables, among them the contracts' own settings. */
  readonly environment: NodeJS.ProcessEnv;
  readonly store: ResponseStore | undefined;
  readonly telemetry?: Omit<TelemetryOptions, 'serviceName'>;
}

export type OpenedService = ReturnType<typeof openService>;

/** @throws {ModelError} if a contract is unknown or does not fit the model, or a file without a hash cannot be read */
export function openService(parts: ServiceParts) {
  const { directory, manifest, configuration, environment, pipeline, store } = parts;
  const definitions = requireContracts(directory, manifest);
  const model = openModel(manifest, pipeline, definitions, environment, configuration);
  const { name, version } = model.info;
  const cache =
    store &&
    new ResponseCache(store, {
      model: name,
      version,
      fingerprint: fingerprint(directory, manifest),
      ttlDays: configuration.resultTtlDays,
      timeoutMilliseconds: configuration.cacheMilliseconds,
    });
  const serviceName = configuration.serviceName ?? name;
  const publish = createTelemetry({ ...parts.telemetry, serviceName }, () => cache?.late.takeCounts());
  const app = createApp({ ...parts, ...model, cache, publish });
  const [shown] = model.contracts as [Contract, ...Contract[]];
  /** Example command line of the first contract, with `$ADDRESS` for the address of the service. */
  const example = exampleCommand(shown);
  return { app, cache, example };
}

/** @throws {ModelError} if a contract is unknown, or does not support the model's pipeline. The message lists valid values. */
export function requireContracts(directory: string, manifest: Manifest): ContractDefinition[] {
  return contractsOf(manifest).map((name) => {
    const contract = findContract(name);
    if (!contract) {
      throw new ModelError(
        `${directory}: there is no contract "${name}"; "contracts" may hold ${contractNames.join(', ')}`,
      );
    }
    if (contract.pipelines && !contract.pipelines.includes(manifest.pipeline)) {
      throw new ModelError(
        `${directory}: the contract "${name}" does not serve the pipeline "${manifest.pipeline}", only ${contract.pipelines.join(', ')}`,
      );
    }
    return contract;
  });
}

/**
 * Makes the information about a model, and opens its contracts.
 * @param environment variables, among them the contracts' own settings
 */
export function openModel(
  manifest: Manifest,
  { tensors, labels }: Pipeline,
  definitions: readonly ContractDefinition[],
  environment: NodeJS.ProcessEnv,
  settings: Pick<Configuration, 'deadlineMilliseconds'> & Partial<Pick<Configuration, 'models'>>,
): Pick<AppParts, 'info' | 'contracts'> {
  const { model: name, pipeline, version, hint, page, title = name } = manifest;
  const { deadlineMilliseconds, models = [{ name, title }] } = settings;
  const described = { pipeline, version, hint, page, deadlineMilliseconds };
  const info: ModelInfo = {
    ...described,
    name,
    title,
    tensors,
    labels,
    members: manifest.members.map((member) => member.name),
    models: models.map((model) => (model.name === name ? { ...model, version } : model)),
  };
  return { info, contracts: definitions.map((definition) => definition.open(info, environment)) };
}
