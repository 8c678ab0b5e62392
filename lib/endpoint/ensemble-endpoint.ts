import { Duration, Lazy } from 'aws-cdk-lib';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import {
  type ManagedEnvironment,
  managedEnvironment,
  SMALLEST_MEGABYTES,
} from '../configuration/managed-instances/environment.ts';
import { MEGABYTES_PER_VCPU } from '../configuration/model-settings.ts';
import { locateCode } from '../deployment-artefacts.ts';
import { uniqueName } from '../names.ts';
import { HttpEndpoint } from './address/http-endpoint.ts';
import { architectureOf, checkEndpointProps } from './check-endpoint-props.ts';
import type { EnsembleEndpointProps } from './ensemble-endpoint-props.ts';
import { EnsembleFunction } from './ensemble-function.ts';
import { type LogProps, logProps } from './logs.ts';
import type { InstanceCapacity } from './managed-instances/instance-capacity.ts';
import { RuntimeLayer } from './runtime-layer.ts';
import type { SecretSource } from './secret-source.ts';
import { useKey } from './secret-source.ts';
import { warmAlias } from './warm-alias.ts';

/**
 * An ensemble of ONNX models behind an HTTPS address of its own, or behind the address of a service of several
 * models.
 *
 * @example
 * new EnsembleEndpoint(this, 'Digits', { model: Model.fromDirectory('./models/digits') });
 */
export class EnsembleEndpoint extends Construct {
  /** DynamoDB actions of the function: `GetItem` looks for the response to a repeat, and `PutItem` writes a new response. */
  static readonly tableActions: readonly string[] = ['dynamodb:GetItem', 'dynamodb:PutItem'];

  /** The model's name. */
  readonly model: string;
  /** Name of the endpoint in logs and metrics, unique in the account and region. */
  readonly service: string;
  /** Address below which the model's routes are, without a trailing slash. */
  readonly url: string;
  readonly function: lambda.Function;
  /** The alias of the live version, which the gateway invokes. */
  readonly alias: lambda.Alias;
  readonly role: IRole;
  readonly runtimeLayer: lambda.ILayerVersion;
  readonly modelsLayer: lambda.LayerVersion;
  readonly logGroup: ILogGroup;
  /** The address that the model has joined. */
  readonly httpEndpoint: HttpEndpoint;
  /** Deadline of a response. */
  readonly deadline: Duration;
  /** Environments that are kept warm, all day or in `warmHours`; 0 without provisioned concurrency, and on Managed Instances. */
  readonly provisionedConcurrency: number;
  /** The Managed Instances on which the function runs; undefined for an ordinary function. */
  readonly capacity: InstanceCapacity | undefined;
  /** Properties of the endpoint's logs, which also apply to the log of its release check. */
  readonly logs: LogProps;

  constructor(scope: Construct, id: string, props: EnsembleEndpointProps) {
    checkEndpointProps(props);
    super(scope, id);
    const { managedInstances } = props;
    const architecture = architectureOf(props);
    const { name, manifest } = props.model;
    this.model = name;
    this.service = uniqueName(this);
    this.logs = logProps(props);
    this.deadline = props.deadline ?? Duration.millis(manifest.deadlineMilliseconds);
    this.runtimeLayer =
      props.runtimeLayer ??
      (new RuntimeLayer(this, 'RuntimeLayer', { architecture }) as lambda.ILayerVersion);
    this.modelsLayer = new lambda.LayerVersion(this, 'ModelsLayer', {
      code: props.model.models(),
      description: `Files of the model ${this.model}`,
      compatibleRuntimes: [lambda.Runtime.NODEJS_24_X],
      compatibleArchitectures: [architecture],
    });
    this.httpEndpoint = props.httpEndpoint ?? new HttpEndpoint(this, 'Http', props);

    const { memorySize = managedInstances ? SMALLEST_MEGABYTES : MEGABYTES_PER_VCPU } = props;
    const managed =
      managedInstances && managedEnvironment({ ...managedInstances, memoryMegabytes: memorySize }, manifest);
    // Two ids make two functions, because a function cannot move to or from Managed Instances.
    const sandbox = new EnsembleFunction(this, managed ? 'ManagedFunction' : 'Function', {
      ...props,
      code: props.code ?? locateCode('function'),
      layers: [this.runtimeLayer, this.modelsLayer as lambda.ILayerVersion],
      architecture,
      memorySize,
      timeout: props.timeout ?? defaultTimeout(this.deadline),
      environment: functionVariables(this, props, managed),
      managed,
    });
    this.function = sandbox.function;
    this.role = sandbox.role;
    this.logGroup = sandbox.logGroup;
    props.table?.grant(this.role, ...EnsembleEndpoint.tableActions);
    // Permissions for single actions on a table do not include those for the table's own key.
    if (props.table?.encryptionKey) useKey(this.role, props.table.encryptionKey, 'dynamodb', KEY_ACTIONS);
    this.capacity = managedInstances?.capacity;
    if (managed) this.capacity?.add(this.function, managed);
    for (const source of Object.values(props.secretEnvironment ?? {})) {
      source.grantRead(this.role);
      this.capacity?.reach(source.service);
    }
    this.provisionedConcurrency = managed ? 0 : (props.provisionedConcurrency ?? 1);
    const { provisionedConcurrency } = this;
    this.alias = warmAlias(this, 'Live', this.function, { ...props, provisionedConcurrency });
    this.url = this.httpEndpoint.join(manifest, this.alias as lambda.IFunction);
  }
}

/** Actions of KMS that DynamoDB takes with the table's key on behalf of the function. */
const KEY_ACTIONS = [
  'Decrypt',
  'Encrypt',
  'ReEncryptFrom',
  'ReEncryptTo',
  'GenerateDataKey',
  'GenerateDataKeyWithoutPlaintext',
  'DescribeKey',
];

/** Five seconds more than the deadline, but at least ten seconds, and at most the thirty that API Gateway waits. */
function defaultTimeout(deadline: Duration): Duration {
  return Duration.seconds(Math.min(30, Math.max(10, Math.ceil(deadline.toSeconds({ integral: false })) + 5)));
}

/**
 * Environment variables of an endpoint's function. `SERVICE_MODELS` is resolved at synthesis, because all models of the service
 * have joined only then.
 */
function functionVariables(
  { service, model, deadline, httpEndpoint }: EnsembleEndpoint,
  { environment, secretEnvironment, table }: EnsembleEndpointProps,
  managed: ManagedEnvironment | undefined,
): Record<string, string> {
  const { secretPath, explain } = httpEndpoint;
  return {
    ...environment,
    POWERTOOLS_SERVICE_NAME: service,
    MODEL_DIRECTORY: `/opt/models/${model}`,
    DEADLINE_MILLISECONDS: String(deadline.toMilliseconds()),
    EXPLAIN: explain ? 'on' : 'off',
    SERVICE_MODELS: Lazy.string({ produce: () => JSON.stringify(httpEndpoint.models) }),
    ...(secretPath !== undefined && { SECRET_PATH: secretPath }),
    ...(secretEnvironment && { SECRET_VARIABLES: namesOf(secretEnvironment) }),
    ...(table && { TABLE_NAME: table.tableName }),
    ...(managed && {
      // By default, Node's runtime starts eight threads for each vCPU. Each thread would load all members, and requests
      // that could share a batch would be spread over the threads. So one thread takes all requests of an environment.
      AWS_LAMBDA_NODEJS_WORKER_COUNT: '1',
      // This is the number of vCPUs, which on Managed Instances does not follow from the memory alone.
      INFERENCE_THREADS: String(managed.vcpus),
    }),
  };
}

/** JSON with the id of each variable's secret. */
function namesOf(secrets: Readonly<Record<string, SecretSource>>): string {
  const ids = Object.entries(secrets).map(([variable, { id }]) => [variable, id]);
  return JSON.stringify(Object.fromEntries(ids));
}
