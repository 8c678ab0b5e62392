import type { TaskSettings } from '../stage-configuration.ts';
import { SMALLEST_MEGABYTES } from './environment.ts';

/**
 * What a task starts from: a stage's own values, or those of them that Managed Instances know. What somebody sets for both
 * is not taken away but refused.
 *
 * @param own what was set for the task
 */
export function withManagedDefaults(
  stage: TaskSettings,
  { managedInstances }: Partial<TaskSettings>,
): TaskSettings {
  if (!managedInstances) return stage;
  const { reservedConcurrency: _, ...known } = stage;
  return {
    ...known,
    memoryMegabytes: SMALLEST_MEGABYTES,
    provisionedConcurrency: 0,
    maximumProvisionedConcurrency: 0,
  };
}
