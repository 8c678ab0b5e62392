import type { ModelManifest } from '../model-manifest.ts';
import { requireThat } from './configuration-error.ts';
import { modelContradiction, serviceContradiction } from './contradictions.ts';
import { SMALLEST_MEGABYTES } from './managed-instances/environment.ts';
import { modelSettings } from './model-settings.ts';
import { readOverrides } from './overrides.ts';
import type {
  ModelConfiguration,
  ModelSettings,
  ServiceConfiguration,
  ServiceSettings,
} from './service-configuration.ts';
import { serviceSettings } from './service-settings.ts';
import { defaultsOf, parseSetting, unmetNeed } from './setting.ts';

/** The stage is a part of the stack's name. */
const STAGE_NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * The configuration of a service: the defaults of a stage, changed by overrides, and checked as a whole.
 * @param stage `dev`, `prod`, or, if the setting `basedOn` is one of these two, any other name
 * @param manifests the models; a path that names no model, such as `/ping`, belongs to the first model that has this path
 * @param overrides texts by name of the setting, or by model and name (`digits.memoryMegabytes`). The latter
 * override the former
 * @throws ConfigurationError at the first mistake
 */
export function resolveConfiguration(
  stage: string | undefined,
  manifests: readonly ModelManifest[],
  overrides: Readonly<Record<string, string>> = {},
): ServiceConfiguration {
  const { service: common, model: base } = stageSettings(stage, overrides.basedOn);
  const names = manifests.map(({ model }) => model);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  requireThat(twice === undefined, `The model ${twice} is named twice.`);
  const changed = readOverrides(overrides, names);
  const [first, ...others] = manifests.map((manifest): ModelConfiguration => {
    const own = changed.byModel.get(manifest.model) ?? {};
    // Without provisioned concurrency, there is nothing to scale.
    const scaling = own.provisionedConcurrency === 0 ? { maximumProvisionedConcurrency: 0 } : {};
    const settings = { ...(own.managedInstances ? onInstances(base) : base), ...scaling, ...own };
    const { deadlineMilliseconds = manifest.deadlineMilliseconds } = settings;
    return { ...settings, manifest, deadlineMilliseconds };
  });
  requireThat(first, 'Name a model: a service needs at least one.');
  const service: ServiceConfiguration = { ...common, ...changed.service, models: [first, ...others] };
  const wrong = unmetNeed(serviceSettings, service) ?? serviceContradiction(service);
  requireThat(wrong === undefined, String(wrong));
  for (const model of service.models) {
    const { manifest, deadlineMilliseconds: deadline } = model;
    const message = unmetNeed(modelSettings, model) ?? modelContradiction(model);
    requireThat(message === undefined, `${manifest.model}: ${message}`);
    requireThat(
      deadline >= 200 && deadline <= 29_000,
      `${manifest.model}: its ensemble.json has a deadlineMilliseconds of ${deadline}; behind API Gateway it must be from 200 to 29000.`,
    );
  }
  return service;
}

/** Default settings of a stage. @throws ConfigurationError if there is no such stage, or `basedOn` is wrong for it */
export function stageSettings(
  stage: string | undefined,
  basedOn: string | undefined,
): { readonly service: ServiceSettings; readonly model: ModelSettings } {
  requireThat(stage !== undefined, 'Name a stage: --stage dev or --stage prod.');
  const own = stage === 'dev' || stage === 'prod';
  const isItself = (basedOn ?? stage) === stage;
  requireThat(!own || isItself, `The built-in stage ${stage} cannot be based on another: leave basedOn out.`);
  requireThat(
    STAGE_NAME.test(stage),
    `--stage must be at most 32 lower-case letters, digits and hyphens, and begin with a letter, not ${JSON.stringify(stage)}.`,
  );
  requireThat(
    own || basedOn !== undefined,
    `There is no stage ${JSON.stringify(stage)}: use --stage dev or --stage prod, or set the stage that it is based on: ` +
      `--set basedOn=dev, or {"basedOn": "dev"} in stages/${stage}.json.`,
  );
  const base = parseSetting(serviceSettings.basedOn, 'basedOn', basedOn ?? stage);
  return { service: { ...defaultsOf(serviceSettings, base), stage }, model: defaultsOf(modelSettings, base) };
}

/**
 * A stage's defaults for a model on Managed Instances. Provisioned and reserved concurrency do not exist there, so users cannot
 * set them for such a model.
 */
function onInstances({ reservedConcurrency: _, ...stage }: ModelSettings): ModelSettings {
  return {
    ...stage,
    memoryMegabytes: SMALLEST_MEGABYTES,
    provisionedConcurrency: 0,
    maximumProvisionedConcurrency: 0,
  };
}
