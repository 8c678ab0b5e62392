import type { TaskManifest } from '../task-manifest.ts';
import { ConfigurationError } from './configuration-error.ts';
import { serviceContradictions, taskContradictions } from './contradictions.ts';
import { readOverrides } from './overrides.ts';
import type { ServiceConfiguration, TaskConfiguration } from './service-configuration.ts';
import { type StageConfiguration, stages } from './stage-configuration.ts';

/**
 * The configuration of a service in a stage with some values changed, checked as a whole.
 *
 * @param stage a key of `stages`
 * @param manifests the tasks; the first one answers at addresses that name no task
 * @param overrides texts by name of the setting, or by task and name (`digits.memoryMegabytes`), which goes before
 * the name alone; what is not named stays as the stage has it
 * @throws ConfigurationError at the first thing that cannot be right
 */
export function resolveConfiguration(
  stage: string | undefined,
  manifests: readonly TaskManifest[],
  overrides: Readonly<Record<string, string>> = {},
): ServiceConfiguration {
  const base = findStage(stage);
  const names = manifests.map(({ task }) => task);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ConfigurationError(`A service has a task once, not ${twice} twice.`);
  const changed = readOverrides(overrides, names);
  const [first, ...others] = manifests.map((manifest): TaskConfiguration => {
    const settings = { ...base.task, ...changed.everyTask, ...changed.byTask.get(manifest.task) };
    const { budgetMilliseconds = manifest.budgetMilliseconds } = settings;
    return { ...settings, manifest, budgetMilliseconds };
  });
  if (!first) throw new ConfigurationError('Name a task: a service without one answers nothing.');
  const service: ServiceConfiguration = { ...base.service, ...changed.service, tasks: [first, ...others] };
  for (const contradiction of serviceContradictions) refuse(contradiction(service));
  for (const task of service.tasks) {
    for (const contradiction of taskContradictions) refuse(contradiction(task), `${task.manifest.task}: `);
  }
  return service;
}

function findStage(stage: string | undefined): StageConfiguration {
  const found = stage !== undefined && Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (found) return found;
  const wanted = stage === undefined ? 'Name a stage' : `There is no stage ${JSON.stringify(stage)}`;
  throw new ConfigurationError(`${wanted}: --stage ${Object.keys(stages).join(' or --stage ')}.`);
}

function refuse(message: string | false, prefix = ''): void {
  if (message) throw new ConfigurationError(prefix + message);
}
