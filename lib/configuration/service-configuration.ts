import type { ModelManifest } from '../model-manifest.ts';
import type { modelSettings } from './model-settings.ts';
import type { serviceSettings } from './service-settings.ts';
import type { Values } from './setting.ts';

export type ModelSettings = Values<typeof modelSettings>;

/** The values of the settings that all models of a service share. */
export type ServiceSettings = Values<typeof serviceSettings> & {
  /** Name of the stage, such as `prod`; part of the stack's name. */
  readonly stage: string;
};

export type ModelConfiguration = ModelSettings & {
  readonly manifest: ModelManifest;
  readonly deadlineMilliseconds: number;
};

/** The complete configuration of a service and its models. */
export type ServiceConfiguration = ServiceSettings & {
  /** The models in order: a path that names no model, such as `/ping`, belongs to the first model that has this path. */
  readonly models: readonly [ModelConfiguration, ...ModelConfiguration[]];
};
