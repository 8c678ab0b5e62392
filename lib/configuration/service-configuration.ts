import type { TaskManifest } from '../task-manifest.ts';
import type { ServiceSettings, TaskSettings } from './stage-configuration.ts';

/** A task with everything that was decided for it. */
export interface TaskConfiguration extends TaskSettings {
  readonly manifest: TaskManifest;
  readonly budgetMilliseconds: number;
}

/** A service with everything that was decided for it and its tasks. */
export interface ServiceConfiguration extends ServiceSettings {
  /** The first one answers at addresses that name no task. */
  readonly tasks: readonly [TaskConfiguration, ...TaskConfiguration[]];
}
