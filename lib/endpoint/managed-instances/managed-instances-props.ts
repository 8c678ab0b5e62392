import type { InstanceType, ISecurityGroup, ISubnet, SecurityGroup, Subnet } from 'aws-cdk-lib/aws-ec2';
import type { InstanceCapacity } from './instance-capacity.ts';

/** Where instances run, which they are, and how many there may be. */
export interface InstanceOptions {
  /**
   * Subnets for the instances, in several zones. From there they must reach CloudWatch Logs and DynamoDB, and what holds the
   * secrets of a task; with `securityGroups`.
   * @default - a network of its own: isolated subnets in three zones, with endpoints for what is needed and nothing else
   */
  readonly subnets?: readonly (ISubnet | Subnet)[];

  /**
   * Security groups of the instances, which must let HTTPS out and need let nothing in; with `subnets`.
   * @default - one that lets HTTPS out and nothing in
   */
  readonly securityGroups?: readonly (ISecurityGroup | SecurityGroup)[];

  /**
   * Types that Lambda may take, of the functions' architecture. The fewer, the better the bill is known, and the sooner
   * there is none of them left in a zone.
   * @default - Lambda chooses
   */
  readonly instanceTypes?: readonly InstanceType[];

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
}

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
  readonly gigabytesPerVcpu?: number;

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

/** Names of all {@link InstanceOptions}: a task that shares instances has none of them. */
export const instanceOptions: readonly (keyof InstanceOptions)[] = [
  'subnets',
  'securityGroups',
  'instanceTypes',
  'maximumVcpus',
  'cpuUtilization',
];
