import type { InstanceType, ISecurityGroup, ISubnet, SecurityGroup, Subnet } from 'aws-cdk-lib/aws-ec2';
import type { Architecture } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationError } from '../../configuration/configuration-error.ts';

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

/** Names of all {@link InstanceOptions}: a task that shares instances has none of them. */
export const instanceOptions: readonly (keyof InstanceOptions)[] = [
  'subnets',
  'securityGroups',
  'instanceTypes',
  'maximumVcpus',
  'cpuUtilization',
];

/** @throws ConfigurationError that says what would be right */
export function checkInstanceOptions(options: InstanceOptions, { name: architecture }: Architecture): void {
  const { subnets, securityGroups, instanceTypes = [], cpuUtilization } = options;
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
  requireThat(
    cpuUtilization === undefined || (cpuUtilization >= 0.1 && cpuUtilization <= 0.9),
    `cpuUtilization must be from 0.1 to 0.9, not ${cpuUtilization}.`,
  );
}

function requireThat(condition: boolean, otherwise: string): void {
  if (!condition) throw new ConfigurationError(otherwise);
}
