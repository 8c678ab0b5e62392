import { ConfigurationError, requireThat } from '../../configuration/configuration-error.ts';
import {
  type ManagedEnvironment,
  managedEnvironment,
  SMALLEST_MEGABYTES,
} from '../../configuration/managed-instances/environment.ts';
import { type ManagedModel, managedContradictions } from '../../configuration/model-contradictions.ts';
import type { EnsembleEndpointProps } from '../ensemble-endpoint-props.ts';
import type { ManagedInstances } from './instance-capacity.ts';

/** An execution environment of a model on its instances; undefined for a model that runs on ordinary Lambda. */
export function environmentOf({
  managedInstances,
  memorySize = SMALLEST_MEGABYTES,
  model,
}: EnsembleEndpointProps): ManagedEnvironment | undefined {
  if (!managedInstances) return undefined;
  return managedEnvironment({ ...managedInstances, memoryMegabytes: memorySize }, model.manifest);
}

/** @throws ConfigurationError that says what would be right */
export function checkManagedInstances(props: EnsembleEndpointProps, own: ManagedInstances): void {
  const { model, architecture, memorySize = SMALLEST_MEGABYTES, warmHours } = props;
  const { provisionedConcurrency = 0, maximumProvisionedConcurrency = 0, reservedConcurrency } = props;
  for (const name of wholeNumbers) {
    const { [name]: value = 1 } = own;
    requireThat(
      Number.isInteger(value) && value >= 1,
      `${name} must be a whole number from 1, not ${value}.`,
    );
  }
  const { capacity } = own;
  const settings: ManagedModel = {
    ...own,
    managedInstances: true,
    memoryMegabytes: memorySize,
    provisionedConcurrency,
    maximumProvisionedConcurrency,
    ...(reservedConcurrency !== undefined && { reservedConcurrency }),
    ...(warmHours && { warmFrom: warmHours.from }),
    manifest: model.manifest,
  };
  for (const contradiction of managedContradictions) {
    const message = contradiction(settings);
    if (message) throw new ConfigurationError(message);
  }
  requireThat(
    architecture === undefined || architecture === capacity.architecture,
    `${model.name} is for ${architecture?.name}, and its instances are for ${capacity.architecture.name}.`,
  );
}

const wholeNumbers = ['concurrency', 'minimumEnvironments', 'maximumEnvironments'] as const;
