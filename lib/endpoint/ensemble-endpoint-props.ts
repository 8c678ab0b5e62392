import type { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Architecture, Code, ILayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { TaskManifest } from '../task-manifest.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import type { AddressProps } from './http-endpoint-props.ts';
import type { WarmHours } from './warm-hours.ts';

/** Properties of an `EnsembleEndpoint`. Those of {@link AddressProps} are for an address of its own. */
export interface EnsembleEndpointProps extends AddressProps {
  /** The task, as its ensemble.json names it. */
  readonly task: string;

  /**
   * What the task's ensemble.json says of its contracts, version, title and budget.
   * @default - that of dist/layers/models-<task>, as `npm run layers` leaves it
   */
  readonly manifest?: TaskManifest;

  /**
   * The address of a service that the task joins, beside the tasks that have joined it before.
   * @default - an address of its own
   */
  readonly httpEndpoint?: HttpEndpoint;

  /**
   * The table of the result cache, which tasks may share, with the partition key `id` (string) and the TTL attribute `expires`.
   * @default - nothing is remembered: a repeated request is computed again
   */
  readonly table?: ITable;

  /**
   * Instruction set of the function and its native libraries.
   * @default Architecture.X86_64
   */
  readonly architecture?: Architecture;

  /**
   * Code of the function, with the handler `index.handler`.
   * @default - dist/function, as `npm run build` leaves it
   */
  readonly code?: Code;

  /**
   * The native libraries. Functions of one architecture can share a `RuntimeLayer`.
   * @default - a `RuntimeLayer` of its own
   */
  readonly runtimeLayer?: ILayerVersion;

  /**
   * The models, with `models/<task>` at the top.
   * @default - dist/layers/models-<task>, as `npm run layers` leaves it
   */
  readonly modelsLayer?: Code;

  /**
   * Memory of an execution environment in MB. 1,769 MB come with one vCPU.
   * @default 1769
   */
  readonly memorySize?: number;

  /**
   * When a request is given up. Longer than the budget: an answer that comes late is still remembered.
   * @default - ten seconds, or the budget and five more, but not above API Gateway's thirty
   */
  readonly timeout?: Duration;

  /**
   * What a caller waits for an answer.
   * @default - the task's own, as its ensemble.json says it
   */
  readonly budget?: Duration;

  /**
   * Further environment variables of the function.
   * @default - none
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * Execution environments that are always warm: at least as many as requests arrive at once.
   * @default 1
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
   * How long the logs of the function, and of an address of its own, are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}
