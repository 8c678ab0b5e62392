import type { TaskManifest } from '../task-manifest.ts';
import { addressContradictions } from './address-contradictions.ts';
import { ConfigurationError } from './configuration-error.ts';
import { taskContradictions } from './contradictions.ts';
import { parseField } from './field.ts';
import { serviceFields } from './fields.ts';
import { instanceContradictions } from './managed-instances/contradictions.ts';
import { withManagedDefaults } from './managed-instances/defaults.ts';
import { operationContradictions } from './operation-contradictions.ts';
import { readOverrides } from './overrides.ts';
import type { ServiceConfiguration, TaskConfiguration } from './service-configuration.ts';
import { type BaseStage, type StageConfiguration, stages } from './stage-configuration.ts';

/** Part of the stack's name. */
const STAGE_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * The configuration of a service in a stage with some values changed, checked as a whole.
 *
 * @param stage `dev`, `prod`, or any other name with the setting `basedOn`, which says which of them it starts from
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
  const base = findStage(stage, overrides.basedOn);
  const names = manifests.map(({ task }) => task);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ConfigurationError(`A service has a task once, not ${twice} twice.`);
  const changed = readOverrides(overrides, names);
  const [first, ...others] = manifests.map((manifest): TaskConfiguration => {
    const own = { ...changed.everyTask, ...changed.byTask.get(manifest.task) };
    // What is never warm is not scaled either.
    const scaling = own.provisionedConcurrency === 0 ? { maximumProvisionedConcurrency: 0 } : {};
    const settings = { ...withManagedDefaults(base.task, own), ...scaling, ...own };
    const { budgetMilliseconds = manifest.budgetMilliseconds } = settings;
    return { ...settings, manifest, budgetMilliseconds };
  });
  if (!first) throw new ConfigurationError('Name a task: a service without one answers nothing.');
  const service: ServiceConfiguration = { ...base.service, ...changed.service, tasks: [first, ...others] };
  for (const contradiction of addressContradictions) refuse(contradiction(service));
  for (const contradiction of operationContradictions) refuse(contradiction(service));
  for (const contradiction of instanceContradictions) refuse(contradiction(service));
  for (const task of service.tasks) {
    for (const contradiction of taskContradictions) refuse(contradiction(task), `${task.manifest.task}: `);
  }
  return service;
}

function findStage(stage: string | undefined, basedOn: string | undefined): StageConfiguration {
  if (stage === undefined) throw new ConfigurationError('Name a stage: --stage dev or --stage prod.');
  const own = stage === 'dev' || stage === 'prod';
  if (own && (basedOn ?? stage) === stage) return stages[stage];
  if (own) throw new ConfigurationError(`The stage ${stage} is based on itself: leave basedOn out.`);
  if (!STAGE_NAME.test(stage)) {
    throw new ConfigurationError(
      `--stage must be small letters, digits and hyphens, at most 32, not ${JSON.stringify(stage)}.`,
    );
  }
  if (basedOn === undefined) {
    throw new ConfigurationError(
      `There is no stage ${JSON.stringify(stage)}: --stage dev or --stage prod, or say what it starts from: ` +
        `--set basedOn=dev, or {"basedOn": "dev"} in stages/${stage}.json.`,
    );
  }
  const { service, task } = stages[parseField(serviceFields.basedOn, 'basedOn', basedOn) as BaseStage];
  return { service: { ...service, stage }, task };
}

function refuse(message: string | false, prefix = ''): void {
  if (message) throw new ConfigurationError(prefix + message);
}
