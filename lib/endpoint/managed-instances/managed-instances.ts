import { ConfigurationError, requireThat } from '../../configuration/configuration-error.ts';
import {
  type ManagedEnvironment,
  managedEnvironment,
  SMALLEST_MEGABYTES,
} from '../../configuration/managed-instances/environment.ts';
import { type ManagedTask, managedContradictions } from '../../configuration/task-contradictions.ts';
import type { EnsembleEndpointProps } from '../ensemble-endpoint-props.ts';
import type { InstanceCapacity } from './instance-capacity.ts';

/** How a task runs on Lambda Managed Instances. */
export interface ManagedInstances {
  /** Where it runs: instances that it may share with others of the same architecture. */
  readonly capacity: InstanceCapacity;

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

/** An execution environment of a task on its instances; undefined for a task that runs on ordinary Lambda. */
export function environmentOf({
  managedInstances,
  memorySize = SMALLEST_MEGABYTES,
  task,
}: EnsembleEndpointProps): ManagedEnvironment | undefined {
  if (!managedInstances) return undefined;
  return managedEnvironment({ ...managedInstances, memoryMegabytes: memorySize }, task.manifest);
}

/** @throws ConfigurationError that says what would be right */
export function checkManagedInstances(props: EnsembleEndpointProps, own: ManagedInstances): void {
  const { task, architecture, memorySize = SMALLEST_MEGABYTES, warmHours } = props;
  const { provisionedConcurrency = 0, maximumProvisionedConcurrency = 0, reservedConcurrency } = props;
  for (const name of wholeNumbers) {
    const { [name]: value = 1 } = own;
    requireThat(
      Number.isInteger(value) && value >= 1,
      `${name} must be a whole number from 1, not ${value}.`,
    );
  }
  const { capacity } = own;
  const settings: ManagedTask = {
    ...own,
    managedInstances: true,
    memoryMegabytes: memorySize,
    provisionedConcurrency,
    maximumProvisionedConcurrency,
    ...(reservedConcurrency !== undefined && { reservedConcurrency }),
    ...(warmHours && { warmFrom: warmHours.from }),
    manifest: task.manifest,
  };
  for (const contradiction of managedContradictions) {
    const message = contradiction(settings);
    if (message) throw new ConfigurationError(message);
  }
  requireThat(
    architecture === undefined || architecture === capacity.architecture,
    `${task.name} is for ${architecture?.name}, and its instances are for ${capacity.architecture.name}.`,
  );
}

const wholeNumbers = ['concurrency', 'minimumEnvironments', 'maximumEnvironments'] as const;
