import type { Duration } from 'aws-cdk-lib';
import type { CorsPreflightOptions, ThrottleSettings } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Architecture, Code } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { EndpointAccess } from './endpoint-access.ts';
import type { WarmHours } from './warm-hours.ts';

/** Properties of an `EnsembleEndpoint`. */
export interface EnsembleEndpointProps {
  /** The task: a folder under `models/` whose layer has been built. */
  readonly model: string;

  /**
   * The table of the result cache, with the partition key `id` (string) and the TTL attribute `expires`.
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
   * The native libraries, with `nodejs/node_modules` at the top.
   * @default - dist/layers/runtime-<architecture>, as `npm run layers` leaves it
   */
  readonly runtimeLayer?: Code;

  /**
   * The models, with `models/<model>` at the top.
   * @default - dist/layers/models-<model>, as `npm run layers` leaves it
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
   * @default Duration.seconds(1)
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
   * Who may call.
   * @default EndpointAccess.open()
   */
  readonly access?: EndpointAccess;

  /**
   * How many requests the gateway lets through; more are refused with 429 and cost next to nothing.
   * @default - 20 requests per second, 10 at once
   */
  readonly throttle?: ThrottleSettings;

  /**
   * Other sites whose pages may call the endpoint from a browser. Its own page needs nothing here.
   * @default - none
   */
  readonly corsPreflight?: CorsPreflightOptions;

  /**
   * How long the logs of function and gateway are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}
