/** The task that an execution environment serves: its ensemble, and everything that is said about it. */
import type { Contract, ContractDefinition, TaskInfo } from '../contracts/contract.ts';
import { contractNames, findContract } from '../contracts/contracts.ts';
import type { TaskName } from '../contracts/task-name.ts';
import type { KindDefinition } from '../kinds/kind.ts';
import { findKind, kindNames } from '../kinds/kinds.ts';
import { type Ensemble, type EnsembleOptions, loadEnsemble } from '../members/ensemble.ts';
import { contractsOf, type Manifest } from '../members/manifest.ts';
import { ModelError } from '../members/model-error.ts';

/** A loaded task. */
export interface Task {
  readonly info: TaskInfo;
  readonly ensemble: Ensemble;
  /** The first one is the one that people are shown. */
  readonly contracts: readonly Contract[];
}

export interface TaskOptions extends EnsembleOptions {
  readonly budgetMilliseconds: number;
  /** All tasks of the service; undefined: this one alone. */
  readonly tasks: readonly TaskName[] | undefined;
}

/**
 * Loads the task of a folder.
 *
 * @param environment may still be fetched while the models are read
 * @throws {ModelError} naming the file or field that cannot be used
 */
export async function loadTask(
  directory: string,
  manifest: Manifest,
  environment: NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>,
  { budgetMilliseconds, tasks, ...options }: TaskOptions,
): Promise<Task> {
  const kind = kindOf(directory, manifest);
  const definitions = contractsFor(directory, manifest);
  const ensemble = await loadEnsemble(directory, manifest, kind, options);
  const { task: name, version, hint, page, certainty, title = name } = manifest;
  const info: TaskInfo = {
    name,
    kind: manifest.kind,
    version,
    title,
    hint,
    page,
    ...(certainty && { certainty }),
    members: ensemble.memberNames,
    budgetMilliseconds,
    tensors: ensemble.kind.tensors,
    ...(ensemble.kind.labels && { labels: ensemble.kind.labels }),
    tasks: tasks ?? [{ name, version, title }],
  };
  const told = await environment;
  return { info, ensemble, contracts: definitions.map((definition) => definition.open(info, told)) };
}

function kindOf(directory: string, { kind }: Manifest): KindDefinition {
  const found = findKind(kind);
  if (found) return found;
  throw new ModelError(
    `${directory}: there is no kind "${kind}"; "kind" must be one of ${kindNames.join(', ')}`,
  );
}

function contractsFor(directory: string, manifest: Manifest): ContractDefinition[] {
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
