import type { ISecurityGroup, IVpc, SecurityGroup, SubnetSelection, Vpc } from 'aws-cdk-lib/aws-ec2';
import { type IRole, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** What of your own an endpoint's function uses. */
export interface OwnResources {
  /**
   * The role of the function, which Lambda must be allowed to assume. What the function needs is added to it.
   * @default - a role of its own, that may do what the function does and nothing else
   */
  readonly role?: IRole | Role;

  /**
   * The log group of the function; `logRetention` and `logEncryptionKey` are not applied to it.
   * @default - a log group of its own, which goes with the stack
   */
  readonly logGroup?: ILogGroup | LogGroup;

  /**
   * Whether X-Ray traces requests; each log line has the trace's id. X-Ray is billed by the trace.
   * @default Tracing.DISABLED
   */
  readonly tracing?: Tracing;

  /**
   * The network in which the function runs: from its subnets it must reach DynamoDB, and what holds its secrets. Not on Managed
   * Instances, which have a network of their own.
   * @default - none: the function reaches AWS alone
   */
  readonly vpc?: IVpc | Vpc;

  /**
   * Its subnets.
   * @default - the private ones
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Its security groups, which must let HTTPS out and need let nothing in.
   * @default - one of its own, which lets everything out and nothing in
   */
  readonly securityGroups?: readonly (ISecurityGroup | SecurityGroup)[];
}

/** The role that was given, or one that may attach a function to its network and nothing else. */
export function functionRole(
  scope: Construct,
  id: string,
  { role: given, tracing, vpc }: OwnResources,
): IRole {
  const role = given ?? new Role(scope, id, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  if (vpc) {
    role.addManagedPolicy(
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSLambdaENIManagementAccess'),
    );
  }
  // An acknowledgement holds for the whole role, and a given one may have further wildcards and policies.
  if (given) return given as IRole;
  if (tracing === Tracing.ACTIVE) {
    acknowledge(role, {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray has no resources to which sending traces could be restricted.',
    });
  }
  if (vpc) {
    acknowledge(role, {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaENIManagementAccess]',
      reason: "AWSLambdaENIManagementAccess is the least of AWS's own policies for functions in a network.",
    });
  }
  return role as IRole;
}
