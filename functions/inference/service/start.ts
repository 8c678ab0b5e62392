/** Opens the service of a model from its settings: what the function on Lambda and the front process have in common. */
import { ResponseCache } from '../cache/response-cache.ts';
import type { ResponseStore } from '../cache/response-store.ts';
import type { Contract, ContractDefinition, ModelInfo, ModelName } from '../contracts/contract.ts';
import { contractNames, findContract } from '../contracts/contracts.ts';
import type { Predictor } from '../ensemble/predictor.ts';
import type { ReadPage } from '../information/page.ts';
import { contractsOf, type Manifest } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import { fingerprint } from '../model/model-file.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';
import { ServiceStatistics } from '../telemetry/statistics.ts';
import { Telemetry, type TelemetryOptions } from '../telemetry/telemetry.ts';
import { createApp, type ModelApp } from './app.ts';
import type { Configuration } from './configuration.ts';

/** What a service is opened with. */
export interface ServiceParts {
  /** The model's folder. */
  readonly directory: string;
  readonly manifest: Manifest;
  readonly configuration: Configuration;
  /** Where contracts find settings of their own. */
  readonly environment: NodeJS.ProcessEnv;
  readonly pipeline: Pipeline;
  readonly predictor: Predictor;
  readonly store: ResponseStore | undefined;
  /** Whether a look-up costs nothing, so that every request with an id begins with one. @default false */
  readonly looksUpAlways?: boolean;
  /** @default what Lambda returns */
  readonly maxResponseBytes?: number | undefined;
  /** Gives what people see at `/`; left out, they are sent to the documentation. */
  readonly readPage?: ReadPage | undefined;
  /** Gives what the documentation stands in; left out, it stands alone, and nothing can be tried. */
  readonly readFrame?: ReadPage | undefined;
  readonly telemetry?: Omit<TelemetryOptions, 'serviceName'>;
}

export interface OpenedService {
  readonly app: ModelApp;
  readonly cache: ResponseCache | undefined;
  /** A command line of the contract that people are shown, with `$ADDRESS` for the address of the service. */
  readonly example: string;
}

/** @throws {ModelError} where contracts and model do not go together */
export function openService(parts: ServiceParts): OpenedService {
  const { directory, manifest, configuration, environment, pipeline, predictor, store } = parts;
  const { deadlineMilliseconds, models, explains } = configuration;
  const definitions = requireContracts(directory, manifest);
  const model = openModel(manifest, pipeline, definitions, environment, { deadlineMilliseconds, models });
  const { name, version } = model.info;
  const cache =
    store &&
    new ResponseCache(store, {
      model: name,
      version,
      fingerprint: fingerprint(directory, manifest),
      ttlDays: configuration.resultTtlDays,
      timeoutMilliseconds: configuration.cacheMilliseconds,
      looksUpAlways: parts.looksUpAlways ?? false,
    });
  const serviceName = configuration.serviceName ?? name;
  const { logShare } = configuration;
  const telemetry = new Telemetry({ ...parts.telemetry, serviceName, logShare, deadlineMilliseconds }, () =>
    cache?.late.takeCounts(),
  );
  const statistics = new ServiceStatistics();
  const { readPage, readFrame, maxResponseBytes } = parts;
  const app = createApp({
    ...model,
    pipeline,
    predictor,
    cache,
    directory,
    explains,
    readPage,
    readFrame,
    maxResponseBytes,
    statistics,
    telemetry,
    configuration,
  });
  const [shown] = model.contracts as [Contract, ...Contract[]];
  return { app, cache, example: shown.describe().example };
}

/** What is said about a model, and how its contracts speak of it. */
export interface OpenedModel {
  readonly info: ModelInfo;
  /** The first one is the one that people are shown. */
  readonly contracts: readonly Contract[];
}

export interface ModelOptions {
  readonly deadlineMilliseconds: number;
  /** All models of the service. @default this one alone */
  readonly models?: readonly ModelName[] | undefined;
}

/**
 * The contracts that a manifest names.
 *
 * @throws {ModelError} that lists the existing contracts, or the pipelines that a contract supports
 */
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
        `${directory}: the contract "${name}" is for the pipeline ${contract.pipelines.join(', ')}, not "${manifest.pipeline}"`,
      );
    }
    return contract;
  });
}

/**
 * Opens the contracts of a model.
 *
 * @param environment where contracts find settings of their own
 */
export function openModel(
  manifest: Manifest,
  pipeline: Pipeline,
  definitions: readonly ContractDefinition[],
  environment: NodeJS.ProcessEnv,
  { deadlineMilliseconds, models }: ModelOptions,
): OpenedModel {
  const { model: name, version, hint, page, certainty, title = name } = manifest;
  const info: ModelInfo = {
    name,
    pipeline: manifest.pipeline,
    version,
    title,
    hint,
    page,
    ...(certainty && { certainty }),
    members: manifest.members.map((member) => member.name),
    deadlineMilliseconds,
    tensors: pipeline.tensors,
    ...(pipeline.labels && { labels: pipeline.labels }),
    models: (models ?? [{ name, title }]).map((model) =>
      model.name === name ? { ...model, version } : model,
    ),
  };
  return { info, contracts: definitions.map((definition) => definition.open(info, environment)) };
}
