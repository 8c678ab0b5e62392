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

/** What an {@link EnsembleFunction} needs; `EnsembleEndpoint` documents the meaning and supplies the defaults. */
export interface EnsembleFunctionProps
  extends LogProps,
    OwnResources,
    Pick<lambda.FunctionProps, 'code' | 'architecture' | 'memorySize' | 'timeout' | 'environment'> {
  readonly layers?: lambda.ILayerVersion[];
  readonly reservedConcurrency?: number;
  /** @default 'index.handler' */
  readonly handler?: string;
  /** How it runs on Managed Instances. @default - as an ordinary function */
  readonly managed?: ManagedEnvironment | undefined;
}

/** The Lambda function with its log group and a role that may write to that log group and nothing else. */
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
        : // A release that turns out bad hours later can still be taken back by pointing the alias at this version.
          { currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE } }),
    });
  }
}

function managedOptions({ minimum, maximum }: ManagedEnvironment): Partial<lambda.FunctionProps> {
  return {
    // The only form there; AWS's own line about each request would cost as much as ours.
    loggingFormat: lambda.LoggingFormat.JSON,
    systemLogLevelV2: lambda.SystemLogLevel.WARN,
    currentVersionOptions: {
      // A version that is kept keeps its environments, and is paid for them.
      removalPolicy: RemovalPolicy.DESTROY,
      minExecutionEnvironments: minimum,
      ...defined({ maxExecutionEnvironments: maximum }),
    },
  };
}
