import type { Architecture } from '../../layers/places.ts';

/** How callers reach the endpoint. */
export type AccessKind = 'open' | 'iam' | 'jwt';

/**
 * Everything in which deployments differ. Each value is a plain number, word or switch, so that any of them
 * can be changed on the command line (`--set memoryMegabytes=3538`) or in a settings file.
 */
export interface StageConfiguration {
  /** Name of the deployment; part of the stack's name. */
  readonly stage: string;
  /** The folder under `models/` that is served. */
  readonly task: string;
  /** Instruction set of the function and its native libraries. */
  readonly architecture: Architecture;
  /** Memory of an execution environment in MB; 1,769 MB come with one vCPU. */
  readonly memoryMegabytes: number;
  /** Milliseconds a caller waits for an answer. */
  readonly budgetMilliseconds: number;
  /** Days an answer is remembered. */
  readonly resultTtlDays: number;

  /** Execution environments that are always warm (during the warm hours, where there are any). */
  readonly provisionedConcurrency: number;
  /** Up to how many environments target tracking may keep warm. */
  readonly maximumProvisionedConcurrency: number;
  /** Share of the warm environments in use that target tracking aims at. */
  readonly targetUtilization: number;
  /** The most environments there can ever be: the ceiling of the bill. Without it, the account's limit holds. */
  readonly reservedConcurrency?: number;
  /** Time of day (HH:MM) at which the environments are warmed; without it they are always warm. */
  readonly warmFrom?: string;
  /** Time of day (HH:MM) from which `idleProvisionedConcurrency` is enough. */
  readonly warmUntil?: string;
  /** IANA name of the time zone of both. */
  readonly timeZone?: string;
  /** Environments that stay warm outside the warm hours. */
  readonly idleProvisionedConcurrency: number;

  /** Requests per second that the gateway lets through in the long run. */
  readonly throttleRate: number;
  /** Requests that it lets through at once. */
  readonly throttleBurst: number;
  /** Who may call. */
  readonly access: AccessKind;
  /** First segment of every path, known only to those who may call; for open access. */
  readonly secretPath?: string;
  /** Issuer of the tokens, an https address; for `jwt`. */
  readonly jwtIssuer?: string;
  /** Audience the tokens must name; for `jwt`. */
  readonly jwtAudience?: string;

  /** Days after which log lines are deleted. */
  readonly logRetentionDays: number;
  /** Keeps the table when the stack goes, protects it from deletion, and keeps 35 days of its history. */
  readonly retainData: boolean;
  /** Sends a tenth of the traffic to a new version first and takes it back when an alarm rings. */
  readonly canary: boolean;
  /** Who is told when an alarm rings. */
  readonly alarmEmail?: string;
  /** The caller's captain, first ingredient of `server_uuid`. */
  readonly captainEmail?: string;
  /** Last ingredient of `server_uuid`. */
  readonly serverSalt?: string;
}

/** For trying things: one warm environment, nothing worth keeping. */
const dev: StageConfiguration = {
  stage: 'dev',
  task: 'handwriting',
  architecture: 'x86_64',
  memoryMegabytes: 1769,
  budgetMilliseconds: 1000,
  resultTtlDays: 1,
  provisionedConcurrency: 1,
  maximumProvisionedConcurrency: 1,
  targetUtilization: 0.65,
  idleProvisionedConcurrency: 1,
  throttleRate: 20,
  throttleBurst: 10,
  access: 'open',
  logRetentionDays: 7,
  retainData: false,
  canary: false,
};

/** For the competition: the organiser sends up to ten requests at once, so ten environments are warm. */
const prod: StageConfiguration = {
  ...dev,
  stage: 'prod',
  resultTtlDays: 14,
  provisionedConcurrency: 10,
  maximumProvisionedConcurrency: 20,
  reservedConcurrency: 40,
  idleProvisionedConcurrency: 1,
  throttleRate: 200,
  throttleBurst: 40,
  logRetentionDays: 90,
  retainData: true,
  canary: true,
};

/** The configurations by name of their stage. */
export const stages: Readonly<Record<string, StageConfiguration>> = { dev, prod };
