import type { Architecture } from '../../layers/places.ts';
import type { AddressSettings } from './address-settings.ts';
import type { InstanceSettings, ManagedTaskSettings } from './managed-instances/settings.ts';
import type { OperationSettings } from './operation-settings.ts';

/**
 * Everything in which the tasks of a service may differ. Each value is a plain number or word, so that any of them
 * can be changed on the command line, for all tasks (`--set memoryMegabytes=3538`) or for one of them
 * (`--set digits.memoryMegabytes=1024`), or in a settings file.
 */
export interface TaskSettings extends ManagedTaskSettings {
  /** Memory of an execution environment in MB; 1,769 MB come with one vCPU, on Managed Instances 2,048 to 8,192. */
  readonly memoryMegabytes: number;
  /** Milliseconds a caller waits for an answer; without it, what the task's ensemble.json says. */
  readonly budgetMilliseconds?: number;
  /** Days an answer is remembered. */
  readonly resultTtlDays: number;

  /** Execution environments that are always warm (during the warm hours, where there are any). With 0, all start cold. */
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

  /** Minutes without a question, within the warm hours where there are any, that are an alarm. Without it, none are. */
  readonly silenceMinutes?: number;
}

/** Everything in which deployments differ as a whole: what their tasks share. */
export interface ServiceSettings extends AddressSettings, OperationSettings, InstanceSettings {
  /** Name of the deployment; part of the stack's name. */
  readonly stage: string;
  /** The stage whose settings it starts from, and whose rules it keeps. */
  readonly basedOn: BaseStage;
  /** What the stack is called after. Without it, its tasks: then another choice of tasks is another deployment. */
  readonly service?: string;
  /** Instruction set of the functions and their native libraries. */
  readonly architecture: Architecture;

  /** Whether there are the page for people and `/explain`, which tells how each member votes. */
  readonly explain: 'on' | 'off';

  /** Days after which log lines are deleted. */
  readonly logRetentionDays: number;
  /** Keeps the table when the stack goes, protects the stack from deletion, and keeps 35 days of the table's history. */
  readonly retainData: boolean;
  /** Sends a tenth of the traffic to a new version first and takes it back when an alarm rings. */
  readonly canary: boolean;
  /** The caller's captain, first ingredient of `server_uuid`. */
  readonly captainEmail?: string;
  /** The secret that holds the last ingredient of `server_uuid`: a parameter where it begins with a slash. */
  readonly serverSaltSecret?: string;
}

/** A stage that needs no settings of its own. */
export type BaseStage = 'dev' | 'prod';

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
    basedOn: 'dev',
    architecture: 'x86_64',
    throttleRate: 20,
    throttleBurst: 10,
    access: 'open',
    cloudFront: false,
    explain: 'on',
    logRetentionDays: 7,
    retainData: false,
    canary: false,
    hotfix: false,
    alarms: 'quiet',
    syntheticQuestion: false,
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
    basedOn: 'prod',
    throttleRate: 200,
    throttleBurst: 40,
    explain: 'off',
    logRetentionDays: 90,
    retainData: true,
    canary: true,
    alarms: 'strict',
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
export const stages: Readonly<Record<BaseStage, StageConfiguration>> = { dev, prod };
