import type { ModelManifest } from '../../model-manifest.ts';
import type { ModelSettings, ServiceConfiguration } from '../service-configuration.ts';

/** What AWS gives an environment at least: the ratio of its C family (developer guide, "Scaling Lambda Managed Instances"). */
export const SMALLEST_MEGABYTES = 2048;
const GIGABYTES_PER_VCPU = 2;
/** As many zones, as many environments, where nothing else is said: AWS's own default. */
export const ENVIRONMENTS = 3;
/** Where members run one input at a time: while one request is computed, others are decoded, looked up and written. */
const CONCURRENCY = 8;

/** An execution environment on Managed Instances, with everything that was decided for it. */
export type ManagedEnvironment = ReturnType<typeof managedEnvironment>;

/** What a model has as it is set, and as its manifest says it. */
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
    /** Requests at once. */
    concurrency: settings.concurrency ?? (largest > 1 ? largest : CONCURRENCY),
    /** Of the live version, at least. */
    minimum,
    /** Of the live version, at most; undefined: as many as the instances hold. */
    maximum,
  };
}

/** vCPUs of EC2 that the environments of a service have at least; 0: none of its models is on Managed Instances. */
export function vcpusOf({ models }: ServiceConfiguration): number {
  const managed = models.filter(({ managedInstances }) => managedInstances);
  const environments = managed.map((model) => managedEnvironment(model, model.manifest));
  return environments.reduce((sum, { minimum, vcpus }) => sum + minimum * vcpus, 0);
}
