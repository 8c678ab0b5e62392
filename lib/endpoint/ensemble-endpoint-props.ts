import type { Duration } from 'aws-cdk-lib';
import type { ITable, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Architecture, Code, ILayerVersion, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Model } from '../model.ts';
import type { HttpEndpoint } from './address/http-endpoint.ts';
import type { AddressProps } from './address/http-endpoint-props.ts';
import type { LogProps } from './logs.ts';
import type { ManagedInstances } from './managed-instances/instance-capacity.ts';
import type { OwnResources } from './own-resources.ts';
import type { SecretSource } from './secret-source.ts';
import type { WarmHours } from './warm-hours.ts';

/**
 * Properties of an `EnsembleEndpoint`. The properties in {@link AddressProps} configure its own address, and are refused
 * together with `httpEndpoint`. The properties in {@link LogProps} apply to the logs of the endpoint's function, release
 * check and own address.
 */
export interface EnsembleEndpointProps extends AddressProps, LogProps, OwnResources {
  /** The model, such as `Model.fromDirectory('./models/digits')`. */
  readonly model: Model;

  /**
   * An address of several models, which this model joins.
   * @default - an address of its own
   */
  readonly httpEndpoint?: HttpEndpoint;

  /**
   * The table of the response cache, which models may share, with the partition key `id` (string) and the TTL attribute `expires`.
   * @default - nothing is cached: a repeated request is computed again
   */
  readonly table?: ITable | Table | TableV2;

  /**
   * Instruction set of the function and its native libraries.
   * @default - that of the given instances or `RuntimeLayer`; without them Architecture.X86_64
   */
  readonly architecture?: Architecture;

  /**
   * Code of the function, with the handler `index.handler`.
   * @default - the code in the package; in the repository, the code that `npm run build` wrote to dist/function
   */
  readonly code?: Code;

  /**
   * The native libraries. Functions of one architecture can share a `RuntimeLayer`.
   * @default - a new `RuntimeLayer` for this endpoint
   */
  readonly runtimeLayer?: ILayerVersion | LayerVersion;

  /**
   * Memory of an execution environment in MB. One vCPU comes with 1,769 MB; on Managed Instances, with 2,048 to 8,192 MB.
   * @default - 1769; on Managed Instances 2048
   */
  readonly memorySize?: number;

  /**
   * Time-out of a request. It should be longer than the deadline, so that a late response is still cached.
   * @default - five seconds more than the deadline, at least ten, and never more than API Gateway's thirty
   */
  readonly timeout?: Duration;

  /**
   * Deadline of a response.
   * @default - `deadlineMilliseconds` of the model's ensemble.json
   */
  readonly deadline?: Duration;

  /**
   * Further environment variables of the function.
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * Environment variables with secret values, which the function fetches once, when it starts.
   * @default - none
   */
  readonly secretEnvironment?: Readonly<Record<string, SecretSource>>;

  /**
   * Execution environments that stay warm, all day or in `warmHours`. Each serves one request at a time, so choose at least the
   * number of simultaneous requests. With 0, an idle endpoint costs nothing, and the first request waits for a cold start.
   * @default - 1; on Managed Instances there are none
   */
  readonly provisionedConcurrency?: number;

  /**
   * Largest number of environments that target tracking keeps warm.
   * @default - `provisionedConcurrency`, so the number is fixed
   */
  readonly maximumProvisionedConcurrency?: number;

  /**
   * The hours in which `provisionedConcurrency` is kept.
   * @default - all day
   */
  readonly warmHours?: WarmHours;

  /**
   * Largest number of environments at any time, which limits the bill.
   * @default - the account's own limit
   */
  readonly reservedConcurrency?: number;

  /**
   * Runs the function on EC2 instances that Lambda manages, where an environment takes several requests at once. Adding or
   * removing this property replaces the function, because no function can move to or from Managed Instances.
   * @default - ordinary Lambda: one request at a time
   */
  readonly managedInstances?: ManagedInstances;
}
