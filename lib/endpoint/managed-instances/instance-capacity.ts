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

/** Settings of the instances, and of the log in which AWS records their start and end. */
export interface InstanceCapacityProps extends LogProps {
  /**
   * Instruction set of the instances, and of every function on them.
   * @default Architecture.X86_64
   */
  readonly architecture?: lambda.Architecture;

  /**
   * Subnets for the instances, in several zones, from which CloudWatch Logs, DynamoDB and the secrets of models can be
   * reached; only with `securityGroups`.
   * @default - a network of its own: isolated subnets in three zones, with only the necessary endpoints
   */
  readonly subnets?: readonly (ec2.ISubnet | ec2.Subnet)[];

  /**
   * Security groups of the instances, which must allow outgoing HTTPS and no incoming traffic; only with `subnets`.
   * @default - a group of its own, which allows only outgoing HTTPS
   */
  readonly securityGroups?: readonly (ec2.ISecurityGroup | ec2.SecurityGroup)[];

  /**
   * Types that Lambda may choose, for the functions' architecture. With few types, the bill is more predictable, but a zone is
   * more likely to run out of them.
   * @default - Lambda chooses
   */
  readonly instanceTypes?: readonly ec2.InstanceType[];

  /**
   * Limit of the vCPUs of all instances together, which also limits the bill: a number from 12 to 15,000.
   * @default 400
   */
  readonly maximumVcpus?: number;

  /**
   * At most 40 tags of the instances, their volumes and their network interfaces. The stack's tags do not apply to these.
   * Versions of the CDK without `PropagateTags` ignore this property.
   * @default - none
   */
  readonly instanceTags?: Readonly<Record<string, string>>;

  /**
   * Key that encrypts the volumes of the instances. Its policy must delegate to IAM, as that of a `Key` does. A change
   * replaces the instances.
   * @default - AWS's own key
   */
  readonly encryptionKey?: IKey | Key;
}

/** Actions on the volumes' key that the start of an instance needs (EBS user guide, "Requirements for Amazon EBS encryption"). */
const VOLUME_ACTIONS = [
  'Decrypt',
  'DescribeKey',
  'GenerateDataKeyWithoutPlaintext',
  'ReEncryptFrom',
  'ReEncryptTo',
];

/**
 * EC2 instances that Lambda starts, patches, scales and ends for the functions of one or several models. The models must
 * trust each other, because only containers separate them on an instance.
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
    const { instanceTypes, maximumVcpus, instanceTags } = props;
    const tags = lambda.PropagateTags as typeof lambda.PropagateTags | undefined;
    this.#network = props.subnets ? undefined : new InstanceNetwork(this, 'Network');
    const { subnets = [], securityGroups = [] } = this.#network ?? props;
    // Lambda sends a function's log from within the network of its instance.
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
        'AWS maintains AWSLambdaManagedEC2ResourceOperator, which permits what Lambda needs to start instances.',
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
    });
    // The network must exist first, because an environment calls the network's endpoints as soon as it starts.
    this.provider.node.addDependency(role, ...(this.#network ? [this.#network] : []));
  }

  /** Runs the numbered versions of a function on the instances, but not `$LATEST.PUBLISHED`. */
  add(fn: lambda.Function, { concurrency, gigabytesPerVcpu }: ManagedEnvironment): void {
    this.provider.addFunction(fn as lambda.IFunction, {
      perExecutionEnvironmentMaxConcurrency: concurrency,
      executionEnvironmentMemoryGiBPerVCpu: gigabytesPerVcpu,
      publishToLatestPublished: false,
    });
  }

  /** Lets functions on the instances call a service. With given subnets, it does nothing: their owner must allow the calls. */
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
  /** The instances, which the model may share with other models of the same architecture. */
  readonly capacity: InstanceCapacity;

  /**
   * Requests that an environment takes at once, at most 64 for each of its vCPUs.
   * @default - the largest batch of the model's ensemble.json, or 8 if members run one input at a time
   */
  readonly concurrency?: number;

  /**
   * GiB of memory that come with one vCPU: 2, 4 or 8. `memorySize` must be a multiple of this size.
   * @default 2
   */
  readonly gigabytesPerVcpu?: 2 | 4 | 8;

  /**
   * Environments that always run. With fewer than three, some of the three zones have no environment.
   * @default 3
   */
  readonly minimumEnvironments?: number;

  /**
   * Largest number of environments at any time.
   * @default - as many as fit on the instances
   */
  readonly maximumEnvironments?: number;
}
