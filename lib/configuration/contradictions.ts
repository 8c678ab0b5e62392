import type { ModelManifest } from '../model-manifest.ts';
import { managedEnvironment, SMALLEST_MEGABYTES, vcpusOf } from './managed-instances/environment.ts';
import type { ModelSettings, ServiceConfiguration } from './service-configuration.ts';

/** The settings of a model that can contradict each other. */
type CheckedModel = Pick<ModelSettings, 'memoryMegabytes' | 'provisionedConcurrency'> &
  Pick<ModelSettings, 'maximumProvisionedConcurrency' | 'idleProvisionedConcurrency'> &
  Partial<ModelSettings> & { readonly manifest: Pick<ModelManifest, 'batch'> };

/** Lambda's own limits of an environment (developer guide, "Lambda quotas" and "Scaling Lambda Managed Instances"). */
const MOST_MEGABYTES = { ordinary: 10_240, managed: 32_768 };
const MOST_VCPUS = 16;
const MOST_CONCURRENCY_PER_VCPU = 64;

/** A line about values of a model that are valid alone, but not together; undefined if all are valid together. */
export function modelContradiction(model: CheckedModel): string | undefined {
  if (model.managedInstances) return managedContradiction(model);
  const { memoryMegabytes: memory, reservedConcurrency: reserved, warmFrom, warmUntil } = model;
  const { provisionedConcurrency: provisioned, maximumProvisionedConcurrency: maximum } = model;
  const { idleProvisionedConcurrency: idle } = model;
  if (memory > MOST_MEGABYTES.ordinary)
    return `An environment may have at most ${MOST_MEGABYTES.ordinary} MB without managedInstances=true, not ${memory} MB.`;
  if (maximum < provisioned)
    return `maximumProvisionedConcurrency (${maximum}) must be at least provisionedConcurrency (${provisioned}).`;
  if (reserved !== undefined && reserved < maximum)
    return `reservedConcurrency (${reserved}) must be at least maximumProvisionedConcurrency (${maximum}).`;
  if ((provisioned > 0 || warmFrom !== undefined) && idle > provisioned)
    return `idleProvisionedConcurrency (${idle}) must be at most provisionedConcurrency (${provisioned}).`;
  if (provisioned === 0 && maximum > 0)
    return `maximumProvisionedConcurrency (${maximum}) must be 0 if provisionedConcurrency is 0, because then there are no warm environments to scale.`;
  if (warmFrom !== undefined && warmFrom === warmUntil)
    return `warmFrom and warmUntil must differ (${warmFrom}).`;
  return undefined;
}

function managedContradiction(model: CheckedModel): string | undefined {
  const { memoryMegabytes: memory } = model;
  const environment = managedEnvironment(model, model.manifest);
  const { vcpus, gigabytesPerVcpu, concurrency, minimum, maximum } = environment;
  const most = MOST_CONCURRENCY_PER_VCPU * vcpus;
  const fits = memory >= SMALLEST_MEGABYTES && memory <= MOST_MEGABYTES.managed && vcpus <= MOST_VCPUS;
  const { warmFrom, reservedConcurrency, provisionedConcurrency, maximumProvisionedConcurrency } = model;
  if (
    provisionedConcurrency + maximumProvisionedConcurrency > 0 ||
    (warmFrom ?? reservedConcurrency) !== undefined
  )
    return 'Managed Instances have no provisioned or reserved concurrency and no warm hours: leave these settings out, or set minimumEnvironments and maximumEnvironments instead.';
  if (!fits || !Number.isInteger(vcpus))
    return (
      `The memory of an environment on Managed Instances must be a multiple of ${gigabytesPerVcpu * 1024} MB, the memory of a vCPU ` +
      `(gigabytesPerVcpu=${gigabytesPerVcpu}), and at most ${Math.min(MOST_VCPUS * gigabytesPerVcpu * 1024, MOST_MEGABYTES.managed)} MB, not ${memory} MB.`
    );
  if (concurrency > most)
    return `concurrency (${concurrency}) must be at most ${most}: ${MOST_CONCURRENCY_PER_VCPU} for each vCPU of an environment.`;
  if (maximum !== undefined && maximum < minimum)
    return `maximumEnvironments (${maximum}) must be at least minimumEnvironments (${minimum}).`;
  return undefined;
}

/** A line about contradictory settings of access, address or instances; undefined if there are none. */
export function serviceContradiction(service: ServiceConfiguration): string | undefined {
  const { access, jwtIssuer, jwtAudience, domainName, hostedZoneName, trustStore, webAclArn } = service;
  const { cloudFront, allowedAddresses, models } = service;
  const { instanceTypes, maximumVcpus, subnetIds } = service;
  if (access === 'jwt' && (jwtIssuer === undefined || jwtAudience === undefined))
    return 'access=jwt needs jwtIssuer and jwtAudience.';
  if (hostedZoneName !== undefined && !`.${domainName}`.endsWith(`.${hostedZoneName}`))
    return `domainName (${domainName}) must be in the zone ${hostedZoneName}.`;
  if (trustStore !== undefined && cloudFront)
    return 'trustStore needs callers that connect to API Gateway itself, not through CloudFront: leave out trustStore or cloudFront.';
  if (webAclArn !== undefined && allowedAddresses !== undefined)
    return 'allowedAddresses cannot be added to the web ACL of webAclArn: put them into that ACL, or leave out webAclArn.';
  const ofInstances = instanceTypes ?? maximumVcpus ?? subnetIds;
  if (ofInstances !== undefined && models.every(({ managedInstances }) => !managedInstances))
    return 'instanceTypes, maximumVcpus, subnetIds and securityGroupIds need a model with managedInstances=true.';
  if (maximumVcpus !== undefined && maximumVcpus < vcpusOf(service))
    return `maximumVcpus (${maximumVcpus}) must be at least ${vcpusOf(service)}, the vCPUs of all minimumEnvironments of models with managedInstances=true.`;
  return undefined;
}
