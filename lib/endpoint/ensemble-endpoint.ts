import { Duration, Lazy, Names } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { type LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { locateCode, locateManifest, locateModels } from '../deployment-artefacts.ts';
import { checkEndpointProps } from './check-endpoint-props.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import { EnsembleFunction } from './ensemble-function.ts';
import { HttpEndpoint } from './http-endpoint.ts';
import { RuntimeLayer } from './runtime-layer.ts';
import { warmAlias } from './warm-alias.ts';

/**
 * An ensemble of ONNX models behind an HTTPS address, its own or that of a service of several tasks.
 *
 * @example
 * new EnsembleEndpoint(this, 'Digits', { task: 'digits' });
 */
export class EnsembleEndpoint extends Construct {
  /** The table operations that the function calls: one of each for a fresh request, one read for a repeat. */
  static readonly tableActions: readonly string[] = ['dynamodb:GetItem', 'dynamodb:PutItem'];

  readonly task: string;
  /** Its name in logs and metrics, another one for every deployment in an account. */
  readonly service: string;
  /** Address below which all its routes lie, without a slash at the end. */
  readonly url: string;
  readonly function: lambda.Function;
  /** What the gateway invokes: the live version of the function. */
  readonly alias: lambda.Alias;
  readonly role: Role;
  readonly runtimeLayer: lambda.ILayerVersion;
  readonly modelsLayer: lambda.LayerVersion;
  readonly logGroup: LogGroup;
  /** Where the task has joined. */
  readonly httpEndpoint: HttpEndpoint;
  /** What the caller waits for an answer. */
  readonly budget: Duration;

  constructor(scope: Construct, id: string, props: EnsembleEndpointProps) {
    checkEndpointProps(props);
    super(scope, id);
    const { architecture = lambda.Architecture.X86_64, logRetention = RetentionDays.ONE_MONTH } = props;
    const manifest = props.manifest ?? locateManifest(props.task);
    this.task = props.task;
    this.service = Names.uniqueResourceName(this, {
      maxLength: 128,
      separator: '-',
      allowedSpecialCharacters: '-',
    });
    this.budget = props.budget ?? Duration.millis(manifest.budgetMilliseconds);
    this.runtimeLayer =
      props.runtimeLayer ??
      (new RuntimeLayer(this, 'RuntimeLayer', { architecture }) as lambda.ILayerVersion);
    this.modelsLayer = new lambda.LayerVersion(this, 'ModelsLayer', {
      code: props.modelsLayer ?? locateModels(this.task),
      description: `Models of the task ${this.task}`,
      compatibleRuntimes: [lambda.Runtime.NODEJS_24_X],
      compatibleArchitectures: [architecture],
    });
    this.httpEndpoint = props.httpEndpoint ?? new HttpEndpoint(this, 'Http', { ...props, logRetention });

    const sandbox = new EnsembleFunction(this, 'Function', {
      code: props.code ?? locateCode(),
      layers: [this.runtimeLayer, this.modelsLayer],
      architecture,
      memorySize: props.memorySize ?? 1769,
      timeout: props.timeout ?? defaultTimeout(this.budget),
      environment: this.environment(props),
      reservedConcurrency: props.reservedConcurrency,
      logRetention,
    });
    this.function = sandbox.function;
    this.role = sandbox.role;
    this.logGroup = sandbox.logGroup;
    props.table?.grant(this.role, ...EnsembleEndpoint.tableActions);
    // Single actions on a table bring no leave for a key that the table's owner keeps.
    props.table?.encryptionKey?.grantEncryptDecrypt(this.role);
    this.alias = warmAlias(this, 'Live', this.function, props);
    this.url = this.httpEndpoint.join(manifest, this.alias as lambda.IFunction);
  }

  /** What the function is told. Of the service's other tasks at synthesis, when all have joined. */
  private environment({ environment, table }: EnsembleEndpointProps): Record<string, string> {
    const { secretPath, explain } = this.httpEndpoint;
    return {
      ...environment,
      POWERTOOLS_SERVICE_NAME: this.service,
      MODEL_DIRECTORY: `/opt/models/${this.task}`,
      BUDGET_MILLISECONDS: String(this.budget.toMilliseconds()),
      EXPLAIN: explain ? 'on' : 'off',
      SERVICE_TASKS: Lazy.string({ produce: () => JSON.stringify(this.httpEndpoint.tasks) }),
      ...(secretPath !== undefined && { SECRET_PATH: secretPath }),
      ...(table && { TABLE_NAME: table.tableName }),
    };
  }
}

/** Ten seconds, more for a long budget, and never longer than API Gateway waits. */
function defaultTimeout(budget: Duration): Duration {
  return Duration.seconds(Math.min(30, Math.max(10, Math.ceil(budget.toSeconds({ integral: false })) + 5)));
}
