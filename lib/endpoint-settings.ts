import { Duration, TimeZone, Validations } from 'aws-cdk-lib';
import { InstanceType, type ISubnet, SecurityGroup, Subnet } from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { SIGNATURE_VARIABLES } from '../functions/inference/contracts/signatures.ts';
import type {
  ServiceConfiguration,
  ServiceSettings,
  TaskConfiguration,
} from './configuration/service-configuration.ts';
import { signingContract } from './configuration/signature.ts';
import { lambdaArchitecture } from './deployment-artefacts.ts';
import type { EnsembleEndpointProps } from './endpoint/ensemble-endpoint-props.ts';
import { InstanceCapacity } from './endpoint/managed-instances/instance-capacity.ts';
import type { ManagedInstances } from './endpoint/managed-instances/managed-instances-props.ts';
import { SecretSource } from './endpoint/secret-source.ts';
import type { WarmHours } from './endpoint/warm-hours.ts';

/**
 * The properties of one task's endpoint, as a configuration has them.
 *
 * @param key the one that the configuration names
 */
export function taskProps(
  service: ServiceConfiguration,
  task: TaskConfiguration,
  key: IKey | undefined,
  capacity: InstanceCapacity | undefined,
): Omit<EnsembleEndpointProps, 'task'> {
  const { reservedConcurrency } = task;
  const warmHours = readWarmHours(task);
  const secretEnvironment = readSecretEnvironment(service, task, key);
  return {
    architecture: lambdaArchitecture(service.architecture),
    memorySize: task.memoryMegabytes,
    budget: Duration.millis(task.budgetMilliseconds),
    environment: readEnvironment(service, task),
    ...(secretEnvironment && { secretEnvironment }),
    ...(key && { logEncryptionKey: key }),
    provisionedConcurrency: task.provisionedConcurrency,
    maximumProvisionedConcurrency: task.maximumProvisionedConcurrency,
    targetUtilization: task.targetUtilization,
    ...(warmHours && { warmHours }),
    ...(reservedConcurrency !== undefined && { reservedConcurrency }),
    ...(task.managedInstances && capacity && { managedInstances: readManagedInstances(task, capacity) }),
    logRetention: service.logRetentionDays,
  };
}

/** The instances that the tasks of a service share; undefined where all run on ordinary Lambda. */
export function sharedCapacity(
  scope: Construct,
  service: ServiceConfiguration,
  key: IKey | undefined,
): InstanceCapacity | undefined {
  if (!service.tasks.some(({ managedInstances }) => managedInstances)) return undefined;
  const { instanceTypes, maximumVcpus, cpuUtilization, subnetIds, securityGroupIds } = service;
  const subnets = subnetIds?.split(',').map((id) => givenSubnet(scope, id));
  const securityGroups = securityGroupIds
    ?.split(',')
    .map((id) => SecurityGroup.fromSecurityGroupId(scope, id, id));
  return new InstanceCapacity(scope, 'Instances', {
    architecture: lambdaArchitecture(service.architecture),
    ...(instanceTypes && { instanceTypes: instanceTypes.split(',').map((type) => new InstanceType(type)) }),
    ...(maximumVcpus !== undefined && { maximumVcpus }),
    ...(cpuUtilization !== undefined && { cpuUtilization }),
    ...(subnets && securityGroups && { subnets, securityGroups }),
    logRetention: service.logRetentionDays,
    ...(key && { logEncryptionKey: key }),
  });
}

function givenSubnet(scope: Construct, id: string): ISubnet {
  const subnet = Subnet.fromSubnetId(scope, id, id);
  Validations.of(subnet).acknowledge({
    id: 'Annotation::@aws-cdk/aws-ec2:noSubnetRouteTableId',
    reason: 'Instances are started in the subnet; nobody looks at its routes.',
  });
  return subnet;
}

function readManagedInstances(task: TaskConfiguration, capacity: InstanceCapacity): ManagedInstances {
  const { concurrency, gigabytesPerVcpu, minimumEnvironments, maximumEnvironments } = task;
  return {
    capacity,
    ...(concurrency !== undefined && { concurrency }),
    ...(gigabytesPerVcpu !== undefined && { gigabytesPerVcpu }),
    ...(minimumEnvironments !== undefined && { minimumEnvironments }),
    ...(maximumEnvironments !== undefined && { maximumEnvironments }),
  };
}

function readEnvironment(
  { captainEmail }: ServiceSettings,
  { resultTtlDays, manifest }: TaskConfiguration,
): Record<string, string> {
  const environment = { RESULT_TTL_DAYS: String(resultTtlDays) };
  if (signingContract(manifest) === undefined) return environment;
  return {
    ...environment,
    ...(captainEmail !== undefined && { [SIGNATURE_VARIABLES.captain]: captainEmail }),
  };
}

/** The salt of signatures, for a task that signs. */
function readSecretEnvironment(
  { serverSaltSecret }: ServiceSettings,
  { manifest }: TaskConfiguration,
  key: IKey | undefined,
): Record<string, SecretSource> | undefined {
  if (serverSaltSecret === undefined || signingContract(manifest) === undefined) return undefined;
  return { [SIGNATURE_VARIABLES.salt]: SecretSource.named(serverSaltSecret, key) };
}

/** The warm hours of a task; undefined: it is always warm. */
export function readWarmHours(task: TaskConfiguration): WarmHours | undefined {
  const { warmFrom: from, warmUntil: until, timeZone, idleProvisionedConcurrency } = task;
  if (from === undefined || until === undefined || timeZone === undefined) return undefined;
  return { from, until, timeZone: TimeZone.of(timeZone), idleConcurrency: idleProvisionedConcurrency };
}
