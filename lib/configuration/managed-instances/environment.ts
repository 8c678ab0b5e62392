import type { ModelManifest } from '../../model-manifest.ts';
import type { ModelSettings, ServiceConfiguration } from '../service-configuration.ts';

/**
 * Memory of AWS's smallest environment, and the C family's memory for each vCPU (developer guide, "Scaling Lambda Managed
 * Instances").
 */
export const SMALLEST_MEGABYTES = 2048;
const GIGABYTES_PER_VCPU = 2;
/** AWS's default number of environments: one in each of three zones. */
const ENVIRONMENTS = 3;
/**
 * Default concurrency if members run one input at a time. While they run one request, other requests are decoded.
 */
const CONCURRENCY = 8;

/** An execution environment on Managed Instances. Settings that were not given have their defaults. */
export type ManagedEnvironment = ReturnType<typeof managedEnvironment>;

export function managedEnvironment(
  settings: Pick<ModelSettings, 'memoryMegabytes'> & Partial<ModelSettings>,
  { batch }: Pick<ModelManifest, 'batch'>,
) {
  const { memoryMegabytes, gigabytesPerVcpu = GIGABYTES_PER_VCPU } = settings;
  const { minimumEnvironments: minimum = ENVIRONMENTS, maximumEnvironments: maximum } = settings;
  const { largest = 1 } = batch ?? {};
  return {
    memoryMegabytes,
    gigabytesPerVcpu,
    vcpus: memoryMegabytes / 1024 / gigabytesPerVcpu,
    /** Requests that the environment takes at once. */
    concurrency: settings.concurrency ?? (largest > 1 ? largest : CONCURRENCY),
    /** Smallest number of environments of the live version. */
    minimum,
    /** Largest number of environments of the live version; undefined if only the instances limit it. */
    maximum,
  };
}

/** Number of EC2 vCPUs for the smallest number of environments of every model; 0 if no model is on Managed Instances. */
export function vcpusOf({ models }: ServiceConfiguration): number {
  const managed = models.filter(({ managedInstances }) => managedInstances);
  const environments = managed.map((model) => managedEnvironment(model, model.manifest));
  return environments.reduce((sum, { minimum, vcpus }) => sum + minimum * vcpus, 0);
}
