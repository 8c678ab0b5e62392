import { Duration, TimeZone } from 'aws-cdk-lib';
import { InstanceType, type ISubnet, SecurityGroup, Subnet } from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { SIGNATURE_VARIABLES } from '../../functions/inference/contracts/esun/contract.ts';
import { defined } from '../../project/defined.ts';
import { acknowledge } from '../acknowledge.ts';
import type { ModelConfiguration, ServiceConfiguration } from '../configuration/service-configuration.ts';
import { signingContract } from '../configuration/signature.ts';
import { lambdaArchitecture } from '../deployment-artefacts.ts';
import type { EnsembleEndpointProps } from '../endpoint/ensemble-endpoint-props.ts';
import { InstanceCapacity } from '../endpoint/managed-instances/instance-capacity.ts';
import { SecretSource } from '../endpoint/secret-source.ts';
import type { WarmHours } from '../endpoint/warm-hours.ts';
import { logSettings } from './address-props.ts';

/**
 * The properties of one model's endpoint, from the configuration.
 *
 * @param key encrypts the logs and the salt
 */
export function modelProps(
  service: ServiceConfiguration,
  model: ModelConfiguration,
  key: IKey | undefined,
  capacity: InstanceCapacity | undefined,
): Omit<EnsembleEndpointProps, 'model'> {
  const signs = signingContract(model.manifest) !== undefined;
  const { captainEmail: captain, serverSaltSecret: salt } = signs ? service : {};
  const { concurrency, gigabytesPerVcpu, minimumEnvironments, maximumEnvironments } = model;
  const environment = { concurrency, gigabytesPerVcpu, minimumEnvironments, maximumEnvironments };
  return {
    architecture: lambdaArchitecture(service.architecture),
    memorySize: model.memoryMegabytes,
    deadline: Duration.millis(model.deadlineMilliseconds),
    environment: {
      RESULT_TTL_DAYS: String(model.resultTtlDays),
      ...(captain !== undefined && { [SIGNATURE_VARIABLES.captain]: captain }),
    },
    provisionedConcurrency: model.provisionedConcurrency,
    maximumProvisionedConcurrency: model.maximumProvisionedConcurrency,
    ...logSettings(service),
    ...(salt !== undefined && {
      secretEnvironment: { [SIGNATURE_VARIABLES.salt]: SecretSource.named(salt, key) },
    }),
    ...(service.tracing && { tracing: Tracing.ACTIVE }),
    ...(model.managedInstances && capacity && { managedInstances: { capacity, ...defined(environment) } }),
    ...defined({
      logEncryptionKey: key,
      warmHours: readWarmHours(model),
      reservedConcurrency: model.reservedConcurrency,
    }),
  };
}

/** The instances that the models of a service share; undefined if all models run on ordinary Lambda. */
export function sharedCapacity(
  scope: Construct,
  service: ServiceConfiguration,
  key: IKey | undefined,
): InstanceCapacity | undefined {
  if (!service.models.some(({ managedInstances }) => managedInstances)) return undefined;
  const { instanceTypes, maximumVcpus, subnetIds, securityGroupIds } = service;
  const subnets = subnetIds?.split(',').map((id) => givenSubnet(scope, id));
  const groups = securityGroupIds?.split(',').map((id) => SecurityGroup.fromSecurityGroupId(scope, id, id));
  return new InstanceCapacity(scope, 'Instances', {
    architecture: lambdaArchitecture(service.architecture),
    ...(instanceTypes && { instanceTypes: instanceTypes.split(',').map((type) => new InstanceType(type)) }),
    ...defined({ maximumVcpus, encryptionKey: key, logEncryptionKey: key }),
    ...(subnets && groups && { subnets, securityGroups: groups }),
    ...logSettings(service),
    instanceTags: { 'subsecond:stage': service.stage },
  });
}

function givenSubnet(scope: Construct, id: string): ISubnet {
  const subnet = Subnet.fromSubnetId(scope, id, id);
  acknowledge(subnet, {
    id: 'Annotation::@aws-cdk/aws-ec2:noSubnetRouteTableId',
    reason: 'Instances are started in the subnet, and its route table is not needed.',
  });
  return subnet;
}

function readWarmHours(model: ModelConfiguration): WarmHours | undefined {
  const { warmFrom: from, warmUntil: until, timeZone, idleProvisionedConcurrency } = model;
  if (from === undefined || until === undefined || timeZone === undefined) return undefined;
  return { from, until, timeZone: TimeZone.of(timeZone), idleConcurrency: idleProvisionedConcurrency };
}
