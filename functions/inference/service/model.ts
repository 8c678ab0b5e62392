/** A model as contracts know it. */
import type { Contract, ContractDefinition, TaskInfo } from '../contracts/contract.ts';
import { contractNames, findContract } from '../contracts/contracts.ts';
import type { TaskName } from '../contracts/task-name.ts';
import { contractsOf, type Manifest } from '../model/manifest.ts';
import { ModelError } from '../model/model-error.ts';
import type { Kind } from '../pipelines/kind.ts';

/** What is said about a model, and how its contracts speak of it. */
export interface OpenedModel {
  readonly info: TaskInfo;
  /** The first one is the one that people are shown. */
  readonly contracts: readonly Contract[];
}

export interface ModelOptions {
  readonly budgetMilliseconds: number;
  /** All models of the service. @default this one alone */
  readonly tasks?: readonly TaskName[] | undefined;
}

/**
 * The contracts that a manifest names.
 *
 * @throws {ModelError} naming those that there are, or the kinds that one is for
 */
export function requireContracts(directory: string, manifest: Manifest): ContractDefinition[] {
  return contractsOf(manifest).map((name) => {
    const contract = findContract(name);
    if (!contract) {
      throw new ModelError(
        `${directory}: there is no contract "${name}"; "contracts" may hold ${contractNames.join(', ')}`,
      );
    }
    if (contract.kinds && !contract.kinds.includes(manifest.kind)) {
      throw new ModelError(
        `${directory}: the contract "${name}" is for the kind ${contract.kinds.join(', ')}, not "${manifest.kind}"`,
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
  kind: Kind,
  definitions: readonly ContractDefinition[],
  environment: NodeJS.ProcessEnv,
  { budgetMilliseconds, tasks }: ModelOptions,
): OpenedModel {
  const { task: name, version, hint, page, certainty, title = name } = manifest;
  const info: TaskInfo = {
    name,
    kind: manifest.kind,
    version,
    title,
    hint,
    page,
    ...(certainty && { certainty }),
    members: manifest.members.map((member) => member.name),
    budgetMilliseconds,
    tensors: kind.tensors,
    ...(kind.labels && { labels: kind.labels }),
    tasks: (tasks ?? [{ name, title }]).map((task) => (task.name === name ? { ...task, version } : task)),
  };
  return { info, contracts: definitions.map((definition) => definition.open(info, environment)) };
}
