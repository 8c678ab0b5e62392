import type { TaskManifest } from '../task-manifest.ts';
import type { serviceSettings } from './service-settings.ts';
import type { Values } from './setting.ts';
import type { taskSettings } from './task-settings.ts';

/** The values of a model's settings. */
export type TaskSettings = Values<typeof taskSettings>;

/** The values of a service's settings: what its models share. */
export type ServiceSettings = Values<typeof serviceSettings> & {
  /** Name of the deployment; part of the stack's name. */
  readonly stage: string;
};

/** A task with everything that was decided for it. */
export type TaskConfiguration = TaskSettings & {
  readonly manifest: TaskManifest;
  readonly budgetMilliseconds: number;
};

/** A service with everything that was decided for it and its tasks. */
export type ServiceConfiguration = ServiceSettings & {
  /** The first one answers at addresses that name no task. */
  readonly tasks: readonly [TaskConfiguration, ...TaskConfiguration[]];
};

/** Values that are right alone and wrong together. Each check gives the line that says so. */
export type Contradictions<Settings> = readonly ((settings: Settings) => string | false)[];
