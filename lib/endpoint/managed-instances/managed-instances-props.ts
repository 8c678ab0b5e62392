import type { InstanceCapacity } from './instance-capacity.ts';
import type { InstanceOptions } from './instance-options.ts';

/** How a task runs on Lambda Managed Instances. {@link InstanceOptions} are for instances of its own. */
export interface ManagedInstances extends InstanceOptions {
  /**
   * Instances that the task shares with others of the same architecture.
   * @default - instances of its own
   */
  readonly capacity?: InstanceCapacity;

  /**
   * Questions that an environment takes at once, at most 64 for each of its vCPUs: `--concurrency` of the local service.
   * @default - the largest batch of the task's ensemble.json, or 8 where members are asked one by one
   */
  readonly concurrency?: number;

  /**
   * GiB of memory that come with one vCPU: 2, 4 or 8. `memorySize` is a multiple of it.
   * @default 2
   */
  readonly gigabytesPerVcpu?: 2 | 4 | 8;

  /**
   * Environments that are always there. Fewer than three are not in three zones.
   * @default 3
   */
  readonly minimumEnvironments?: number;

  /**
   * The most environments there can be at any time.
   * @default - as many as the instances hold
   */
  readonly maximumEnvironments?: number;
}
