import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { processEnvironment } from '../../functions/process-environment.ts';
import { acknowledge } from '../acknowledge.ts';
import type { ManagedEnvironment } from '../configuration/managed-instances/environment.ts';
import { defined } from '../defined.ts';
import { type LogProps, serviceLogGroup } from './logs.ts';
import { functionRole, type OwnResources, ownOptions } from './own-resources.ts';

/** What an {@link EnsembleFunction} needs; `EnsembleEndpoint` documents the meaning and supplies the defaults. */
export interface EnsembleFunctionProps extends LogProps, OwnResources {
  readonly code: lambda.Code;
  readonly layers: readonly lambda.ILayerVersion[];
  /** @default Architecture.X86_64 */
  readonly architecture?: lambda.Architecture;
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  /** @default - the account's limit */
  readonly reservedConcurrency?: number | undefined;
  /** @default 'index.handler' */
  readonly handler?: string;
  /**
   * How it runs on Managed Instances.
   * @default - as an ordinary function
   */
  readonly managed?: ManagedEnvironment | undefined;
}

/** The Lambda function with its log group and a role that may write to that log group and nothing else. */
export class EnsembleFunction extends Construct {
  readonly function: lambda.Function;
  readonly role: IRole;
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: EnsembleFunctionProps) {
    super(scope, id);
    this.logGroup = (props.logGroup ?? serviceLogGroup(this, 'Log', props)) as ILogGroup;
    this.role = functionRole(this, 'Role', props);
    this.logGroup.grantWrite(this.role);
    this.function = new lambda.Function(this, 'Function', {
      runtime: lambda.Runtime.NODEJS_24_X,
      handler: props.handler ?? 'index.handler',
      code: props.code,
      layers: [...props.layers],
      architecture: props.architecture ?? lambda.Architecture.X86_64,
      memorySize: props.memorySize,
      timeout: props.timeout,
      environment: { ...processEnvironment, ...props.environment },
      role: this.role,
      logGroup: this.logGroup,
      ...ownOptions(props),
      ...defined({ reservedConcurrentExecutions: props.reservedConcurrency }),
      ...(props.managed
        ? managedOptions(props.managed)
        : // A release that turns out bad hours later can still be taken back by pointing the alias at this version.
          { currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE } }),
    });
    acknowledge(this.function, ...functionAcknowledgements);
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

const functionAcknowledgements = [
  {
    id: 'Serverless-LambdaTracing',
    reason:
      'Every request logs the duration of each stage and returns it in server-timing; tracing would add to both the bill and the second.',
  },
  {
    id: 'Serverless-LambdaDLQ',
    reason:
      'The function is only invoked synchronously, by API Gateway: there is no event that could be lost.',
  },
];
