import { ConfigurationError } from '../../configuration/configuration-error.ts';
import { SMALLEST_MEGABYTES } from '../../configuration/managed-instances/environment.ts';
import { type ManagedTask, managedContradictions } from '../../configuration/task-contradictions.ts';
import type { EnsembleEndpointProps } from '../ensemble-endpoint-props.ts';
import { instanceOptions } from './instance-options.ts';
import type { ManagedInstances } from './managed-instances-props.ts';

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
  if (!capacity) return;
  for (const name of instanceOptions) {
    requireThat(
      own[name] === undefined,
      `${name} must be given to the InstanceCapacity that ${task.name} shares, not to the task.`,
    );
  }
  requireThat(
    architecture === undefined || architecture === capacity.architecture,
    `${task.name} is for ${architecture?.name}, and its instances are for ${capacity.architecture.name}.`,
  );
}

const wholeNumbers = ['concurrency', 'minimumEnvironments', 'maximumEnvironments'] as const;

function requireThat(condition: boolean, otherwise: string): void {
  if (!condition) throw new ConfigurationError(otherwise);
}
