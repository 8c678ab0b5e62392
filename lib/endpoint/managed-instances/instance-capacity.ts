import { Validations } from 'aws-cdk-lib';
import { InterfaceVpcEndpointAwsService, type ISecurityGroup, type ISubnet } from 'aws-cdk-lib/aws-ec2';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ManagedEnvironment } from '../../configuration/managed-instances/environment.ts';
import { serviceLogGroup } from '../encrypted-log-group.ts';
import type { SecretService } from '../secret-source.ts';
import { InstanceNetwork } from './instance-network.ts';
import { checkInstanceOptions, type InstanceOptions } from './instance-options.ts';

/** Properties of an {@link InstanceCapacity}. */
export interface InstanceCapacityProps extends InstanceOptions {
  /**
   * Instruction set of the instances, and of every function on them.
   * @default Architecture.X86_64
   */
  readonly architecture?: lambda.Architecture;
  /**
   * How long is kept what AWS logs of starting and ending instances.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
  /**
   * A key that encrypts this log.
   * @default - AWS's own key
   */
  readonly logEncryptionKey?: IKey | Key;
}

/** What tasks ask of AWS beside DynamoDB and logs. */
const SERVICES: Readonly<Record<SecretService, InterfaceVpcEndpointAwsService>> = {
  ssm: InterfaceVpcEndpointAwsService.SSM,
  secretsmanager: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
};

/**
 * EC2 instances that Lambda starts, patches, scales and ends for the functions of one or several tasks, which must trust
 * each other: on an instance, only containers lie between them.
 *
 * @example
 * const capacity = new InstanceCapacity(this, 'Instances', { instanceTypes: [new InstanceType('c7i.large')] });
 * new EnsembleEndpoint(this, 'Digits', { task: Task.fromDirectory('./models/digits'), managedInstances: { capacity } });
 */
export class InstanceCapacity extends Construct {
  readonly provider: lambda.CapacityProvider;
  readonly architecture: lambda.Architecture;
  readonly #network: InstanceNetwork | undefined;

  constructor(scope: Construct, id: string, props: InstanceCapacityProps = {}) {
    const { architecture = lambda.Architecture.X86_64 } = props;
    checkInstanceOptions(props, architecture);
    super(scope, id);
    this.architecture = architecture;
    const { instanceTypes, maximumVcpus, cpuUtilization } = props;
    this.#network = props.subnets ? undefined : new InstanceNetwork(this, 'Network');
    const { subnets = [], securityGroups = [] } = this.#network ?? props;
    // Lambda sends a function's log from where its instance is.
    this.#network?.reach('Logs', InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS);
    const logGroup = serviceLogGroup(this, 'Log', {
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      encryptionKey: props.logEncryptionKey as IKey | undefined,
    });
    const role = new Role(this, 'OperatorRole', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('AWSLambdaManagedEC2ResourceOperator')],
    });
    logGroup.grantWrite(role);
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/AWSLambdaManagedEC2ResourceOperator]',
      reason:
        'AWSLambdaManagedEC2ResourceOperator is what AWS says that Lambda needs to start instances, and kept current by AWS.',
    });
    this.provider = new lambda.CapacityProvider(this, 'Provider', {
      subnets: subnets as ISubnet[],
      securityGroups: securityGroups as ISecurityGroup[],
      operatorRole: role,
      architectures: [architecture],
      logGroup,
      ...(instanceTypes && { instanceTypeFilter: lambda.InstanceTypeFilter.allow([...instanceTypes]) }),
      ...(maximumVcpus !== undefined && { maxVCpuCount: maximumVcpus }),
      ...(cpuUtilization !== undefined && {
        scalingOptions: lambda.ScalingOptions.manual([
          lambda.TargetTrackingScalingPolicy.cpuUtilization(Math.round(cpuUtilization * 100)),
        ]),
      }),
    });
    // An environment asks its endpoints as soon as it starts.
    this.provider.node.addDependency(role, ...(this.#network ? [this.#network] : []));
  }

  /** Has a function run on the instances: its numbered versions, and no further one that is always the newest. */
  add(fn: lambda.Function, { concurrency, gigabytesPerVcpu }: ManagedEnvironment): void {
    this.provider.addFunction(fn as lambda.IFunction, {
      perExecutionEnvironmentMaxConcurrency: concurrency,
      executionEnvironmentMemoryGiBPerVCpu: gigabytesPerVcpu,
      publishToLatestPublished: false,
    });
  }

  /** Lets functions on the instances ask a service; in given subnets it is the giver's business. */
  reach(service: SecretService): void {
    this.#network?.reach(service, SERVICES[service]);
  }
}
