import type { TaskManifest } from '../../task-manifest.ts';
import { managedEnvironment, SMALLEST_MEGABYTES } from './environment.ts';
import type { InstanceSettings, ManagedTaskSettings } from './settings.ts';

/** Values that are right alone and wrong together; each check gives the line that says so. */
type Check<Settings> = (settings: Settings) => string | false;

/** What decides whether a task can run on Managed Instances. */
export interface ManagedTask extends ManagedTaskSettings {
  readonly memoryMegabytes: number;
  readonly provisionedConcurrency?: number;
  readonly maximumProvisionedConcurrency?: number;
  readonly reservedConcurrency?: number;
  readonly warmFrom?: string;
  readonly manifest: Pick<TaskManifest, 'batch'>;
}

/** Lambda's own limits of an environment (developer guide, "Lambda quotas" and "Scaling Lambda Managed Instances"). */
const MOST_MEGABYTES = { ordinary: 10_240, managed: 32_768 };
const MOST_VCPUS = 16;
const MOST_CONCURRENCY_PER_VCPU = 64;

/** Of one task. */
export const managedContradictions: readonly Check<ManagedTask>[] = [
  ({ managedInstances, concurrency, gigabytesPerVcpu, minimumEnvironments, maximumEnvironments }) =>
    !managedInstances &&
    (concurrency ?? gigabytesPerVcpu ?? minimumEnvironments ?? maximumEnvironments) !== undefined &&
    'concurrency, gigabytesPerVcpu, minimumEnvironments and maximumEnvironments need managedInstances=true: an ' +
      'ordinary environment takes one question at a time.',
  ({ managedInstances, memoryMegabytes }) =>
    !managedInstances &&
    memoryMegabytes > MOST_MEGABYTES.ordinary &&
    `Above ${MOST_MEGABYTES.ordinary} MB an environment needs managedInstances=true, not ${memoryMegabytes} MB.`,
  ({ managedInstances, provisionedConcurrency = 0, maximumProvisionedConcurrency = 0 }) =>
    managedInstances === true &&
    provisionedConcurrency + maximumProvisionedConcurrency > 0 &&
    'managedInstances has no provisioned concurrency: leave it out, minimumEnvironments are always there.',
  ({ managedInstances, warmFrom }) =>
    managedInstances === true &&
    warmFrom !== undefined &&
    'managedInstances has no warm hours: leave them out, minimumEnvironments are there all day.',
  ({ managedInstances, reservedConcurrency }) =>
    managedInstances === true &&
    reservedConcurrency !== undefined &&
    'managedInstances has no reserved concurrency: leave it out, maximumEnvironments is the ceiling.',
  (task) => {
    const { memoryMegabytes: memory } = task;
    const { vcpus, gigabytesPerVcpu } = managedEnvironment(task, task.manifest);
    const fits = memory >= SMALLEST_MEGABYTES && memory <= MOST_MEGABYTES.managed && vcpus <= MOST_VCPUS;
    return (
      task.managedInstances === true &&
      !(fits && Number.isInteger(vcpus)) &&
      `The memory of an environment on Managed Instances must be ${gigabytesPerVcpu * 1024} MB for each of 1 to ` +
        `${Math.min(MOST_VCPUS, MOST_MEGABYTES.managed / 1024 / gigabytesPerVcpu)} vCPUs (gigabytesPerVcpu=${gigabytesPerVcpu}), not ${memory}.`
    );
  },
  (task) => {
    const { concurrency, vcpus } = managedEnvironment(task, task.manifest);
    const most = MOST_CONCURRENCY_PER_VCPU * vcpus;
    return (
      task.managedInstances === true &&
      concurrency > most &&
      `concurrency (${concurrency}) must be at most ${most}, ${MOST_CONCURRENCY_PER_VCPU} for each vCPU of an environment.`
    );
  },
  (task) => {
    const { minimum, maximum } = managedEnvironment(task, task.manifest);
    return (
      task.managedInstances === true &&
      maximum !== undefined &&
      maximum < minimum &&
      `maximumEnvironments (${maximum}) must be at least minimumEnvironments (${minimum}).`
    );
  },
];

/** Of the instances. */
export const instanceContradictions: readonly Check<
  InstanceSettings & { readonly tasks: readonly ManagedTaskSettings[] }
>[] = [
  ({ tasks, instanceTypes, maximumVcpus, cpuUtilization, subnetIds, securityGroupIds }) =>
    tasks.every(({ managedInstances }) => !managedInstances) &&
    (instanceTypes ?? maximumVcpus ?? cpuUtilization ?? subnetIds ?? securityGroupIds) !== undefined &&
    'instanceTypes, maximumVcpus, cpuUtilization, subnetIds and securityGroupIds need a task with managedInstances=true.',
  ({ subnetIds, securityGroupIds }) =>
    (subnetIds === undefined) !== (securityGroupIds === undefined) &&
    'subnetIds and securityGroupIds belong together: give both or none.',
];
