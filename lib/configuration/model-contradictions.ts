import type { ModelManifest } from '../model-manifest.ts';
import { managedEnvironment, SMALLEST_MEGABYTES } from './managed-instances/environment.ts';
import type { Contradictions, ModelConfiguration, ModelSettings } from './service-configuration.ts';

/** What decides whether a model can run on Managed Instances. */
export type ManagedModel = Pick<ModelSettings, 'memoryMegabytes'> &
  Partial<ModelSettings> & { readonly manifest: Pick<ModelManifest, 'batch'> };

/** Lambda's own limits of an environment (developer guide, "Lambda quotas" and "Scaling Lambda Managed Instances"). */
const MOST_MEGABYTES = { ordinary: 10_240, managed: 32_768 };
const MOST_VCPUS = 16;
const MOST_CONCURRENCY_PER_VCPU = 64;

/** Of a model that may run on Managed Instances. */
export const managedContradictions: Contradictions<ManagedModel> = [
  ({ managedInstances, concurrency, gigabytesPerVcpu, minimumEnvironments, maximumEnvironments }) =>
    !managedInstances &&
    (concurrency ?? gigabytesPerVcpu ?? minimumEnvironments ?? maximumEnvironments) !== undefined &&
    'concurrency, gigabytesPerVcpu, minimumEnvironments and maximumEnvironments need managedInstances=true: an ' +
      'ordinary environment takes one request at a time.',
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
  (model) => {
    const { memoryMegabytes: memory } = model;
    const { vcpus, gigabytesPerVcpu } = managedEnvironment(model, model.manifest);
    const fits = memory >= SMALLEST_MEGABYTES && memory <= MOST_MEGABYTES.managed && vcpus <= MOST_VCPUS;
    return (
      model.managedInstances === true &&
      !(fits && Number.isInteger(vcpus)) &&
      `The memory of an environment on Managed Instances must be ${gigabytesPerVcpu * 1024} MB for each of 1 to ` +
        `${Math.min(MOST_VCPUS, MOST_MEGABYTES.managed / 1024 / gigabytesPerVcpu)} vCPUs (gigabytesPerVcpu=${gigabytesPerVcpu}), not ${memory}.`
    );
  },
  (model) => {
    const { concurrency, vcpus } = managedEnvironment(model, model.manifest);
    const most = MOST_CONCURRENCY_PER_VCPU * vcpus;
    return (
      model.managedInstances === true &&
      concurrency > most &&
      `concurrency (${concurrency}) must be at most ${most}, ${MOST_CONCURRENCY_PER_VCPU} for each vCPU of an environment.`
    );
  },
  (model) => {
    const { minimum, maximum } = managedEnvironment(model, model.manifest);
    return (
      model.managedInstances === true &&
      maximum !== undefined &&
      maximum < minimum &&
      `maximumEnvironments (${maximum}) must be at least minimumEnvironments (${minimum}).`
    );
  },
];

/** Of one model. */
export const modelContradictions: Contradictions<ModelConfiguration> = [
  ...managedContradictions,
  ({ deadlineMilliseconds: deadline }) =>
    (deadline < 200 || deadline > 29_000) &&
    `its ensemble.json has a deadlineMilliseconds of ${deadline}; behind API Gateway it must be from 200 to 29000.`,
  ({ provisionedConcurrency: provisioned, maximumProvisionedConcurrency: maximum }) =>
    maximum < provisioned &&
    `maximumProvisionedConcurrency (${maximum}) must be at least provisionedConcurrency (${provisioned}).`,
  ({ reservedConcurrency: reserved, maximumProvisionedConcurrency: maximum }) =>
    reserved !== undefined &&
    reserved < maximum &&
    `reservedConcurrency (${reserved}) must be at least what may be provisioned (${maximum}).`,
  ({ idleProvisionedConcurrency: idle, provisionedConcurrency: provisioned, warmFrom }) =>
    (provisioned > 0 || warmFrom !== undefined) &&
    idle > provisioned &&
    `idleProvisionedConcurrency (${idle}) must be at most provisionedConcurrency (${provisioned}).`,
  ({ provisionedConcurrency: provisioned, maximumProvisionedConcurrency: maximum }) =>
    provisioned === 0 &&
    maximum > 0 &&
    `maximumProvisionedConcurrency (${maximum}) must be 0 where provisionedConcurrency is: what is never warm is not scaled.`,
  ({ warmFrom, warmUntil, timeZone }) =>
    (warmFrom === undefined || warmUntil === undefined || timeZone === undefined) &&
    (warmFrom ?? warmUntil ?? timeZone) !== undefined &&
    'warmFrom, warmUntil and timeZone belong together: give all three or none.',
  ({ warmFrom, warmUntil }) =>
    warmFrom !== undefined && warmFrom === warmUntil && `warmFrom and warmUntil must differ (${warmFrom}).`,
];
