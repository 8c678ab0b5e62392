import type { Duration } from 'aws-cdk-lib';
import type { ITable, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Architecture, Code, ILayerVersion, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Model } from '../model.ts';
import type { HttpEndpoint } from './address/http-endpoint.ts';
import type { AddressProps } from './address/http-endpoint-props.ts';
import type { WarmHours } from './daily-hours.ts';
import type { LogProps } from './logs.ts';
import type { ManagedInstances } from './managed-instances/instance-capacity.ts';
import type { OwnResources } from './own-resources.ts';
import type { SecretSource } from './secret-source.ts';

/**
 * Properties of an `EnsembleEndpoint`. Those of {@link AddressProps} are for an address of its own; the logs are those of the
 * function, of its release check and synthetic request, and of an address of its own.
 */
export interface EnsembleEndpointProps extends AddressProps, LogProps, OwnResources {
  /** What is served, such as `Model.fromDirectory('./models/digits')`. */
  readonly model: Model;

  /**
   * The address of a service that the model joins, beside the models that have joined it before.
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
   * @default - the package's own; in the repository dist/function, as `npm run build` leaves it
   */
  readonly code?: Code;

  /**
   * The native libraries. Functions of one architecture can share a `RuntimeLayer`.
   * @default - a `RuntimeLayer` of its own
   */
  readonly runtimeLayer?: ILayerVersion | LayerVersion;

  /**
   * Memory of an execution environment in MB. 1,769 MB come with one vCPU, on Managed Instances 2,048 to 8,192.
   * @default - 1769; on Managed Instances 2048
   */
  readonly memorySize?: number;

  /**
   * When a request is given up. Longer than the deadline: a response that comes late is still cached.
   * @default - ten seconds, or the deadline and five more, but not above API Gateway's thirty
   */
  readonly timeout?: Duration;

  /**
   * How long a caller waits for a response.
   * @default - `deadlineMilliseconds` of the model's ensemble.json
   */
  readonly deadline?: Duration;

  /**
   * Percent of the requests without incident whose log lines the function writes, 0 to 100. Failures, refusals, late and
   * incomplete responses, cold starts and requests without the response cache always have a line; metrics count every request.
   * @default 100
   */
  readonly logPercent?: number;

  /**
   * Further environment variables of the function.
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * Environment variables whose texts are secrets: the function fetches them once, when it starts.
   * @default - none
   */
  readonly secretEnvironment?: Readonly<Record<string, SecretSource>>;

  /**
   * Execution environments that are always warm: at least as many as requests arrive at once. With 0 there is no cost without
   * requests, and the first request waits for a cold start.
   * @default - 1; on Managed Instances there are none
   */
  readonly provisionedConcurrency?: number;

  /**
   * Up to how many environments target tracking keeps warm.
   * @default - as many as `provisionedConcurrency`: the number is fixed
   */
  readonly maximumProvisionedConcurrency?: number;

  /**
   * Share of the warm environments in use that target tracking aims at. What is left free takes bursts.
   * @default 0.65
   */
  readonly targetUtilization?: number;

  /**
   * The hours in which `provisionedConcurrency` is kept.
   * @default - all day
   */
  readonly warmHours?: WarmHours;

  /**
   * The most environments there can be at any time, and with them the ceiling of the bill.
   * @default - the account's own limit
   */
  readonly reservedConcurrency?: number;

  /**
   * Runs the function on EC2 instances that Lambda manages, where an environment takes several requests at once. What a
   * function runs on is settled when it is made: with another choice it is another function.
   * @default - ordinary Lambda: one request at a time
   */
  readonly managedInstances?: ManagedInstances;
}
