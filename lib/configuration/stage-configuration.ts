import type { Architecture } from '../../layers/places.ts';

/** How callers reach the endpoint. */
export type AccessKind = 'open' | 'iam' | 'jwt';

/**
 * Everything in which the tasks of a service may differ. Each value is a plain number or word, so that any of them
 * can be changed on the command line, for all tasks (`--set memoryMegabytes=3538`) or for one of them
 * (`--set digits.memoryMegabytes=1024`), or in a settings file.
 */
export interface TaskSettings {
  /** Memory of an execution environment in MB; 1,769 MB come with one vCPU. */
  readonly memoryMegabytes: number;
  /** Milliseconds a caller waits for an answer; without it, what the task's ensemble.json says. */
  readonly budgetMilliseconds?: number;
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
}

/** Everything in which deployments differ as a whole: what their tasks share. */
export interface ServiceSettings {
  /** Name of the deployment; part of the stack's name. */
  readonly stage: string;
  /** What the stack is called after. Without it, its tasks: then another choice of tasks is another deployment. */
  readonly service?: string;
  /** Instruction set of the functions and their native libraries. */
  readonly architecture: Architecture;

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
  /** Whether there are the page for people and `/explain`, which tells how each member votes. */
  readonly explain: 'on' | 'off';

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

/** What a stage starts from. */
export interface StageConfiguration {
  readonly service: ServiceSettings;
  /** Of each task. */
  readonly task: TaskSettings;
}

/** For trying things: one warm environment, nothing worth keeping. */
const dev: StageConfiguration = {
  service: {
    stage: 'dev',
    architecture: 'x86_64',
    throttleRate: 20,
    throttleBurst: 10,
    access: 'open',
    explain: 'on',
    logRetentionDays: 7,
    retainData: false,
    canary: false,
  },
  task: {
    memoryMegabytes: 1769,
    resultTtlDays: 1,
    provisionedConcurrency: 1,
    maximumProvisionedConcurrency: 1,
    targetUtilization: 0.65,
    idleProvisionedConcurrency: 1,
  },
};

/** For a competition: the organiser sends up to ten requests at once, so ten environments are warm. */
const prod: StageConfiguration = {
  service: {
    ...dev.service,
    stage: 'prod',
    throttleRate: 200,
    throttleBurst: 40,
    explain: 'off',
    logRetentionDays: 90,
    retainData: true,
    canary: true,
  },
  task: {
    ...dev.task,
    resultTtlDays: 14,
    provisionedConcurrency: 10,
    maximumProvisionedConcurrency: 20,
    reservedConcurrency: 40,
  },
};

/** The configurations by name of their stage. */
export const stages: Readonly<Record<string, StageConfiguration>> = { dev, prod };
