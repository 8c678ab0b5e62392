import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Architecture } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  type ManagedEnvironment,
  managedEnvironment,
  SMALLEST_MEGABYTES,
} from '../../configuration/managed-instances/environment.ts';
import type { EnsembleEndpointProps } from '../ensemble-endpoint-props.ts';
import { InstanceCapacity } from './instance-capacity.ts';

/** Where the function of a task runs: its instances, and an environment on them. */
export interface ManagedPlace {
  readonly capacity: InstanceCapacity;
  readonly environment: ManagedEnvironment;
}

/** What instances of a task's own have in common with the task. */
interface Common {
  readonly architecture: Architecture;
  readonly logRetention: RetentionDays;
  readonly logEncryptionKey: IKey | undefined;
}

/** The place of a task, which is made where it has none yet; undefined for a task that runs on ordinary Lambda. */
export function managedPlace(
  scope: Construct,
  { managedInstances, memorySize = SMALLEST_MEGABYTES, task }: EnsembleEndpointProps,
  { logEncryptionKey, ...common }: Common,
): ManagedPlace | undefined {
  if (!managedInstances) return undefined;
  const environment = managedEnvironment(
    { ...managedInstances, managedInstances: true, memoryMegabytes: memorySize },
    task.manifest,
  );
  const capacity =
    managedInstances.capacity ??
    new InstanceCapacity(scope, 'Instances', {
      ...managedInstances,
      ...common,
      ...(logEncryptionKey && { logEncryptionKey }),
    });
  return { capacity, environment };
}
