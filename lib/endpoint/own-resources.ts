import type { ISecurityGroup, IVpc, SecurityGroup, SubnetSelection, Vpc } from 'aws-cdk-lib/aws-ec2';
import { type IRole, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** Your own resources for an endpoint's function. */
export interface OwnResources {
  /**
   * The role of the function. Lambda must be allowed to assume the role. The function's permissions are added to it.
   * @default - a role of its own, with only the function's permissions
   */
  readonly role?: IRole | Role;

  /**
   * The log group of the function; the properties in `LogProps` do not apply to it.
   * @default - a log group of its own, with the properties in `LogProps`
   */
  readonly logGroup?: ILogGroup | LogGroup;

  /**
   * Whether X-Ray traces requests. Each log line then has the trace's id. X-Ray bills each trace.
   * @default Tracing.DISABLED
   */
  readonly tracing?: Tracing;

  /**
   * The network of the function. Its subnets must be able to reach DynamoDB and the services with the function's secrets.
   * Not for Managed Instances, which have a network of their own.
   * @default - none: the function runs in Lambda's own network
   */
  readonly vpc?: IVpc | Vpc;

  /**
   * Subnets of the function.
   * @default - the private ones
   */
  readonly vpcSubnets?: SubnetSelection;

  /**
   * Security groups of the function, which must allow outgoing HTTPS and no incoming traffic.
   * @default - a new group, which allows only outgoing traffic
   */
  readonly securityGroups?: readonly (ISecurityGroup | SecurityGroup)[];
}

/** The given role or a new role. If there is a network, the role gets the permission to attach the function to it. */
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
  // A given role gets no acknowledgement, because the acknowledgement would apply to the role's other permissions, too.
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
      reason: "AWSLambdaENIManagementAccess is AWS's narrowest policy for functions in a network.",
    });
  }
  return role as IRole;
}
