/** A model as contracts know it. */
import type { Contract, ContractDefinition, ModelInfo } from '../contracts/contract.ts';
import { contractNames, findContract } from '../contracts/contracts.ts';
import type { ModelName } from '../contracts/model-name.ts';
import { contractsOf, type Manifest } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import type { Pipeline } from '../pipelines/pipeline.ts';

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
