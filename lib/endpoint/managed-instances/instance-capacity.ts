import type * as ec2 from 'aws-cdk-lib/aws-ec2';
import { type IRole, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { defined } from '../../../project/defined.ts';
import { acknowledge } from '../../acknowledge.ts';
import { requireThat } from '../../configuration/configuration-error.ts';
import type { ManagedEnvironment } from '../../configuration/managed-instances/environment.ts';
import { type LogProps, serviceLogGroup } from '../logs.ts';
import type { SecretService } from '../secret-source.ts';
import { useKey } from '../secret-source.ts';
import { InstanceNetwork } from './instance-network.ts';

/** Where instances run, which they are, how many there may be, and how AWS's log of starting and ending them is kept. */
export interface InstanceCapacityProps extends LogProps {
  /**
   * Instruction set of the instances, and of every function on them.
   * @default Architecture.X86_64
   */
  readonly architecture?: lambda.Architecture;

  /**
   * Subnets for the instances, in several zones. From there they must reach CloudWatch Logs and DynamoDB, and what holds the
   * secrets of a model; with `securityGroups`.
   * @default - a network of its own: isolated subnets in three zones, with endpoints for what is needed and nothing else
   */
  readonly subnets?: readonly (ec2.ISubnet | ec2.Subnet)[];

  /**
   * Security groups of the instances, which must let HTTPS out and need let nothing in; with `subnets`.
   * @default - one that lets HTTPS out and nothing in
   */
  readonly securityGroups?: readonly (ec2.ISecurityGroup | ec2.SecurityGroup)[];

  /**
   * Types that Lambda may take, of the functions' architecture. The fewer, the better the bill is known, and the sooner
   * there is none of them left in a zone.
   * @default - Lambda chooses
   */
  readonly instanceTypes?: readonly ec2.InstanceType[];

  /**
   * The most vCPUs of all instances together, 12 to 15,000: the ceiling of the bill.
   * @default 400
   */
  readonly maximumVcpus?: number;

  /**
   * Share of the CPU in use that scaling aims at, 0.1 to 0.9. What is left free takes bursts: new instances take minutes.
   * @default - AWS's own choice, room for twice the traffic
   */
  readonly cpuUtilization?: number;

  /**
   * Tags of the instances, their volumes and their network interfaces, which those of the stack do not reach; at most 40. Versions
   * of the CDK without `PropagateTags` leave them out.
   * @default - none
   */
  readonly instanceTags?: Readonly<Record<string, string>>;

  /**
   * A key that encrypts the volumes of the instances. Its policy must let IAM decide who uses it, as that of a `Key` does. With
   * another key, there are other instances.
   * @default - AWS's own key
   */
  readonly encryptionKey?: IKey | Key;
}

/** What whoever starts an instance needs of the key of its volumes (EBS user guide, "Requirements for Amazon EBS encryption"). */
const VOLUME_ACTIONS = [
  'Decrypt',
  'DescribeKey',
  'GenerateDataKeyWithoutPlaintext',
  'ReEncryptFrom',
  'ReEncryptTo',
];

/**
 * EC2 instances that Lambda starts, patches, scales and ends for the functions of one or several models, which must trust
 * each other: on an instance, only containers lie between them.
 *
 * @example
 * const capacity = new InstanceCapacity(this, 'Instances', { instanceTypes: [new InstanceType('c7i.large')] });
 * new EnsembleEndpoint(this, 'Digits', { model: Model.fromDirectory('./models/digits'), managedInstances: { capacity } });
 */
export class InstanceCapacity extends Construct {
  readonly provider: lambda.CapacityProvider;
  readonly architecture: lambda.Architecture;
  readonly #network: InstanceNetwork | undefined;

  constructor(scope: Construct, id: string, props: InstanceCapacityProps = {}) {
    const { architecture = lambda.Architecture.X86_64 } = props;
    checkInstances(props, architecture);
    super(scope, id);
    this.architecture = architecture;
    const { instanceTypes, maximumVcpus, cpuUtilization, instanceTags } = props;
    const tags = lambda.PropagateTags as typeof lambda.PropagateTags | undefined;
    this.#network = props.subnets ? undefined : new InstanceNetwork(this, 'Network');
    const { subnets = [], securityGroups = [] } = this.#network ?? props;
    // Lambda sends a function's log from where its instance is.
    this.#network?.reach('Logs', 'logs');
    const logGroup = serviceLogGroup(this, 'Log', props);
    const role = new Role(this, 'OperatorRole', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('AWSLambdaManagedEC2ResourceOperator')],
    });
    logGroup.grantWrite(role);
    const kmsKey = props.encryptionKey as IKey | undefined;
    if (kmsKey) {
      useKey(role as IRole, kmsKey, 'ec2', VOLUME_ACTIONS);
      useKey(role as IRole, kmsKey, 'ec2', ['CreateGrant'], {
        Bool: { 'kms:GrantIsForAWSResource': 'true' },
      });
    }
    acknowledge(role, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/AWSLambdaManagedEC2ResourceOperator]',
      reason:
        'AWSLambdaManagedEC2ResourceOperator is what AWS says that Lambda needs to start instances, and kept current by AWS.',
    });
    this.provider = new lambda.CapacityProvider(this, 'Provider', {
      subnets: subnets as ec2.ISubnet[],
      securityGroups: securityGroups as ec2.ISecurityGroup[],
      operatorRole: role,
      architectures: [architecture],
      logGroup,
      ...(instanceTypes && { instanceTypeFilter: lambda.InstanceTypeFilter.allow([...instanceTypes]) }),
      ...defined({
        kmsKey,
        maxVCpuCount: maximumVcpus,
        propagateTags: instanceTags && tags?.explicit({ ...instanceTags }),
      }),
      ...(cpuUtilization !== undefined && {
        scalingOptions: lambda.ScalingOptions.manual([
          lambda.TargetTrackingScalingPolicy.cpuUtilization(Math.round(cpuUtilization * 100)),
        ]),
      }),
    });
    // An environment calls its endpoints as soon as it starts.
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

  /** Lets functions on the instances call a service; in given subnets, whoever gives them is responsible. */
  reach(service: SecretService): void {
    this.#network?.reach(service, service);
  }
}

/** @throws ConfigurationError that says what would be right */
function checkInstances(options: InstanceCapacityProps, { name: architecture }: lambda.Architecture): void {
  const { subnets, securityGroups, instanceTypes = [] } = options;
  requireThat(
    (subnets === undefined) === (securityGroups === undefined),
    'subnets and securityGroups belong together: give both or none.',
  );
  for (const type of instanceTypes) {
    requireThat(
      type.architecture.toString() === architecture,
      `instanceTypes: ${type} is for ${type.architecture}, not for ${architecture}, the functions' architecture.`,
    );
  }
}

/** How a model runs on Lambda Managed Instances. */
export interface ManagedInstances {
  /** Where it runs: instances that it may share with others of the same architecture. */
  readonly capacity: InstanceCapacity;

  /**
   * Requests that an environment takes at once, at most 64 for each of its vCPUs: `--concurrency` of the local service.
   * @default - the largest batch of the model's ensemble.json, or 8 where members run one input at a time
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
