import { presentName } from '../../functions/inference/model/renamed.ts';
import { closest } from '../../project/closest.ts';
import { ConfigurationError } from './configuration-error.ts';
import { modelSettings } from './model-settings.ts';
import type { ModelSettings, ServiceSettings } from './service-configuration.ts';
import { serviceSettings } from './service-settings.ts';
import { parseSetting, type Schema } from './setting.ts';

const ofModels: Schema = modelSettings;
const ofServices: Schema = serviceSettings;

/** What was changed in a stage's configuration. */
export interface Overrides {
  readonly service: Partial<ServiceSettings>;
  readonly everyModel: Partial<ModelSettings>;
  readonly byModel: ReadonlyMap<string, Partial<ModelSettings>>;
}

/**
 * Sorts settings by what they hold for, and reads them.
 *
 * @param overrides texts by name, or by model and name with a dot between them
 * @param models the models of the service
 * @throws ConfigurationError at the first one that is none, or none of these models
 */
export function readOverrides(
  overrides: Readonly<Record<string, string>>,
  models: readonly string[],
): Overrides {
  const service: Record<string, unknown> = {};
  const everyModel: Record<string, unknown> = {};
  const byModel = new Map<string, Record<string, unknown>>(models.map((model) => [model, {}]));
  for (const [typed, text] of Object.entries(overrides)) {
    const dot = typed.lastIndexOf('.');
    const name = typed.slice(dot + 1);
    const model = own(ofModels, name);
    const common = own(ofServices, name);
    if (model) {
      const group = dot < 0 ? everyModel : ofModel(typed.slice(0, dot));
      group[name] = parseSetting(model, typed, text);
    } else if (common) {
      if (dot >= 0)
        throw new ConfigurationError(
          `${name} is a setting of the whole service: write ${name}, not ${typed}.`,
        );
      service[name] = parseSetting(common, typed, text);
    } else {
      const present = presentName(name);
      if (present !== undefined) {
        throw new ConfigurationError(`There is no setting ${name}: it is now called ${present}.`);
      }
      const names = Object.keys({ ...ofServices, ...ofModels });
      const meant = closest(name, names);
      const hint = meant === undefined ? `; there are: ${names.join(', ')}.` : `: did you mean ${meant}?`;
      throw new ConfigurationError(`There is no setting ${name}${hint}`);
    }
  }
  return { service, everyModel, byModel };

  function ofModel(model: string): Record<string, unknown> {
    const group = byModel.get(model);
    if (group) return group;
    throw new ConfigurationError(
      `This service has no model ${JSON.stringify(model)}, but ${models.join(', ')}.`,
    );
  }
}

/** Names that every object has are none of settings. */
function own(schema: Schema, name: string): Schema[string] | undefined {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}
