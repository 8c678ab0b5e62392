import { closest } from '../../project/levenshtein.ts';
import { ConfigurationError, requireThat } from './configuration-error.ts';
import { modelSettings } from './model-settings.ts';
import type { ModelSettings, ServiceSettings } from './service-configuration.ts';
import { serviceSettings } from './service-settings.ts';
import { parseSetting, type Setting } from './setting.ts';

const ofModels = new Map(Object.entries<Setting>(modelSettings));
const ofServices = new Map(Object.entries<Setting>(serviceSettings));

/**
 * Reads settings, and separates those of the service from those of each model.
 * @param overrides texts by name, or by model and name with a dot between them
 * @param models the models of the service
 * @throws ConfigurationError at the first setting whose name, model or value is invalid
 */
export function readOverrides(
  overrides: Readonly<Record<string, string>>,
  models: readonly string[],
): {
  readonly service: Partial<ServiceSettings>;
  readonly byModel: ReadonlyMap<string, Partial<ModelSettings>>;
} {
  const service: Record<string, unknown> = {};
  const byModel = new Map<string, Record<string, unknown>>(models.map((model) => [model, {}]));
  // The settings of single models come last, because they override the same settings of all models.
  const last = ([typed]: [string, string]) => Number(typed.includes('.'));
  for (const [typed, text] of Object.entries(overrides).sort((one, other) => last(one) - last(other))) {
    const dot = typed.lastIndexOf('.');
    const name = typed.slice(dot + 1);
    const setting = ofModels.get(name) ?? ofServices.get(name);
    if (!setting) throw new ConfigurationError(`There is no setting ${name}${hintFor(name)}`);
    requireThat(
      dot < 0 || ofModels.has(name),
      `${name} is a setting of the whole service: write ${name}, not ${typed}.`,
    );
    const model = typed.slice(0, Math.max(0, dot));
    const ofAll = ofModels.has(name) ? [...byModel.values()] : [service];
    for (const group of dot < 0 ? ofAll : [byModel.get(model)]) {
      requireThat(group, `This service has no model ${JSON.stringify(model)}, but ${models.join(', ')}.`);
      group[name] = parseSetting(setting, typed, text);
    }
  }
  return { service, byModel };
}

function hintFor(name: string): string {
  const names = [...ofServices.keys(), ...ofModels.keys()];
  const meant = closest(name, names);
  return meant === undefined ? `; available: ${names.join(', ')}.` : `: did you mean ${meant}?`;
}
