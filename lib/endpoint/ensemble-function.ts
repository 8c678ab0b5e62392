import { RemovalPolicy } from 'aws-cdk-lib';
import type { ISecurityGroup, IVpc } from 'aws-cdk-lib/aws-ec2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { processEnvironment } from '../../functions/process-environment.ts';
import { defined } from '../../project/defined.ts';
import type { ManagedEnvironment } from '../configuration/managed-instances/environment.ts';
import { type LogProps, serviceLogGroup } from './logs.ts';
import { functionRole, type OwnResources } from './own-resources.ts';

/** Properties of an {@link EnsembleFunction}. `EnsembleEndpointProps` describes most of them, with other defaults. */
export interface EnsembleFunctionProps
  extends LogProps,
    OwnResources,
    Pick<lambda.FunctionProps, 'code' | 'architecture' | 'memorySize' | 'timeout' | 'environment'> {
  readonly layers?: lambda.ILayerVersion[];
  readonly reservedConcurrency?: number;
  /** @default 'index.handler' */
  readonly handler?: string;
  /** The function's environment on Managed Instances. @default - an ordinary function */
  readonly managed?: ManagedEnvironment | undefined;
}

/** A Lambda function with its log group and its role, which gets the permission to write to that log group. */
export class EnsembleFunction extends Construct {
  readonly function: lambda.Function;
  readonly role: IRole;
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: EnsembleFunctionProps) {
    super(scope, id);
    const { code, memorySize, timeout, layers, reservedConcurrency: reservedConcurrentExecutions } = props;
    const { tracing, vpc, vpcSubnets, securityGroups } = props;
    const network = { vpc: vpc as IVpc | undefined, vpcSubnets };
    this.logGroup = (props.logGroup ?? serviceLogGroup(this, 'Log', props)) as ILogGroup;
    this.role = functionRole(this, 'Role', props);
    this.logGroup.grantWrite(this.role);
    this.function = new lambda.Function(this, 'Function', {
      runtime: lambda.Runtime.NODEJS_24_X,
      handler: props.handler ?? 'index.handler',
      code,
      architecture: props.architecture ?? lambda.Architecture.X86_64,
      environment: { ...processEnvironment, ...props.environment },
      role: this.role,
      logGroup: this.logGroup,
      ...defined({ memorySize, timeout, layers, reservedConcurrentExecutions, tracing, ...network }),
      ...(securityGroups && { securityGroups: [...securityGroups] as ISecurityGroup[] }),
      ...(props.managed
        ? managedOptions(props.managed)
        : // Versions are kept so that a release that turns out bad hours later can be rolled back.
          { currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE } }),
    });
  }
}

function managedOptions({ minimum, maximum }: ManagedEnvironment): Partial<lambda.FunctionProps> {
  return {
    // Managed Instances support only logs in JSON. The level WARN omits AWS's own log line for each request, which would cost as
    // much as the function's line.
    loggingFormat: lambda.LoggingFormat.JSON,
    systemLogLevelV2: lambda.SystemLogLevel.WARN,
    currentVersionOptions: {
      // A kept version would keep its environments, which are billed.
      removalPolicy: RemovalPolicy.DESTROY,
      minExecutionEnvironments: minimum,
      ...defined({ maxExecutionEnvironments: maximum }),
    },
  };
}
