import { Duration, Names } from 'aws-cdk-lib';
import type { HttpApi, IStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Role } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { type LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { checkEndpointProps } from './check-endpoint-props.ts';
import { locateArtefacts } from './deployment-artefacts.ts';
import { EndpointAccess } from './endpoint-access.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import { EnsembleFunction } from './ensemble-function.ts';
import { HttpEndpoint } from './http-endpoint.ts';
import { scheduleWarmHours } from './warm-hours.ts';

/**
 * An ensemble of ONNX models behind an HTTPS address.
 *
 * @example
 * new EnsembleEndpoint(this, 'Handwriting', { model: 'handwriting' });
 */
export class EnsembleEndpoint extends Construct {
  /** The table operations that the function calls: one of each for a fresh request, one read for a repeat. */
  static readonly tableActions: readonly string[] = ['dynamodb:GetItem', 'dynamodb:PutItem'];

  /** The task. */
  readonly model: string;
  /** Its name in logs and metrics, another one for every deployment in an account. */
  readonly service: string;
  /** Address of the endpoint, without a slash at the end. */
  readonly url: string;
  readonly function: lambda.Function;
  /** What the gateway invokes: the live version of the function. */
  readonly alias: lambda.Alias;
  readonly role: Role;
  readonly runtimeLayer: lambda.LayerVersion;
  readonly modelsLayer: lambda.LayerVersion;
  readonly logGroup: LogGroup;
  readonly api: HttpApi;
  readonly stage: IStage;
  readonly accessLogGroup: LogGroup;
  /** What the caller waits for an answer. */
  readonly budget: Duration;

  constructor(scope: Construct, id: string, props: EnsembleEndpointProps) {
    checkEndpointProps(props);
    super(scope, id);
    this.model = props.model;
    this.service = Names.uniqueResourceName(this, {
      maxLength: 128,
      separator: '-',
      allowedSpecialCharacters: '-',
    });
    this.budget = props.budget ?? Duration.seconds(1);
    const architecture = props.architecture ?? lambda.Architecture.X86_64;
    const logRetention = props.logRetention ?? RetentionDays.ONE_MONTH;
    const artefacts = locateArtefacts(props, architecture);
    const compatibility = {
      compatibleRuntimes: [lambda.Runtime.NODEJS_24_X],
      compatibleArchitectures: [architecture],
    };
    this.runtimeLayer = new lambda.LayerVersion(this, 'RuntimeLayer', {
      code: artefacts.runtimeLayer,
      description: 'ONNX Runtime and sharp',
      license: 'MIT AND Apache-2.0 AND LGPL-3.0-or-later',
      ...compatibility,
    });
    this.modelsLayer = new lambda.LayerVersion(this, 'ModelsLayer', {
      code: artefacts.modelsLayer,
      description: `Models of the task ${this.model}`,
      ...compatibility,
    });

    const sandbox = new EnsembleFunction(this, 'Function', {
      code: artefacts.code,
      layers: [this.runtimeLayer, this.modelsLayer],
      architecture,
      memorySize: props.memorySize ?? 1769,
      timeout: props.timeout ?? defaultTimeout(this.budget),
      environment: {
        ...props.environment,
        POWERTOOLS_SERVICE_NAME: this.service,
        MODEL_DIRECTORY: `/opt/models/${props.model}`,
        BUDGET_MILLISECONDS: String(this.budget.toMilliseconds()),
        ...(props.table && { TABLE_NAME: props.table.tableName }),
      },
      reservedConcurrency: props.reservedConcurrency,
      logRetention,
    });
    this.function = sandbox.function;
    this.role = sandbox.role;
    this.logGroup = sandbox.logGroup;
    props.table?.grant(this.role, ...EnsembleEndpoint.tableActions);
    this.alias = this.warmAlias(props);

    const endpoint = new HttpEndpoint(this, 'Http', {
      handler: this.alias as lambda.IFunction,
      access: props.access ?? EndpointAccess.open(),
      throttle: props.throttle ?? { rateLimit: 20, burstLimit: 10 },
      corsPreflight: props.corsPreflight,
      logRetention,
    });
    this.api = endpoint.api;
    this.stage = endpoint.stage;
    this.accessLogGroup = endpoint.accessLogGroup;
    this.url = endpoint.url;
  }

  /** The alias with its warm environments, and what moves their number. */
  private warmAlias(props: EnsembleEndpointProps): lambda.Alias {
    const least = props.provisionedConcurrency ?? 1;
    const most = props.maximumProvisionedConcurrency ?? least;
    const alias = new lambda.Alias(this, 'Live', {
      aliasName: 'live',
      version: this.function.currentVersion as lambda.IVersion,
      provisionedConcurrentExecutions: least,
    });
    if (most === least && !props.warmHours) return alias;
    const range = { minCapacity: least, maxCapacity: most };
    const scaling = alias.addAutoScaling(range);
    scaling.scaleOnUtilization({ utilizationTarget: props.targetUtilization ?? 0.65 });
    if (props.warmHours) scheduleWarmHours(scaling, props.warmHours, range);
    return alias;
  }
}

/** Ten seconds, more for a long budget, and never longer than API Gateway waits. */
function defaultTimeout(budget: Duration): Duration {
  return Duration.seconds(Math.min(30, Math.max(10, Math.ceil(budget.toSeconds({ integral: false })) + 5)));
}
