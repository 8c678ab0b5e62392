import { managedEnvironment } from '../../../lib/configuration/managed-instances/environment.ts';
import type {
  ModelConfiguration,
  ServiceConfiguration,
} from '../../../lib/configuration/service-configuration.ts';
import { signingContract } from '../../../lib/configuration/signature.ts';
import {
  type Demand,
  environmentsFor,
  instanceType,
  smallestFleet,
  USUAL_UTILIZATION,
  usualTypes,
} from '../../bill/managed/fleet.ts';
import type { ManagedUse } from '../../bill/usage/managed-instances.ts';
import { CostError } from '../../errors.ts';
import type { PriceBook } from '../../prices/prices.ts';
import { amount } from '../../report/format.ts';

/** Zones of a deployment's network. */
const ZONES = 3;
/** AWS's default limit of the vCPUs of all instances. */
const USUAL_VCPUS = 400;

/** A model on Managed Instances in a bill. */
export interface ManagedModel extends ManagedUse {
  /** The model's environments and instances, in words. */
  readonly text: string;
  readonly notes: readonly string[];
}

/** A model's load, and its measured throughput. */
interface RatedModel {
  readonly ratePerSecond: number;
  /** Requests per second that one vCPU serves. */
  readonly throughput: number | undefined;
}

/**
 * The environments and instances of each model of a stage; undefined for a model on ordinary Lambda. The models share instances,
 * which are billed with the first model on Managed Instances.
 * @throws MissingPriceError, or CostError if a throughput is missing or not applicable, or a setting is invalid or too small
 */
export function stageManaged(
  service: ServiceConfiguration,
  rated: readonly RatedModel[],
  prices: PriceBook,
): (ManagedModel | undefined)[] {
  const { instanceTypes, maximumVcpus = USUAL_VCPUS, subnetIds } = service;
  const demands = rated.map((one, index) => demandOf(service.models[index] as ModelConfiguration, one));
  const known = demands.filter((demand) => demand !== undefined);
  if (known.length === 0) return demands.map(() => undefined);
  const types =
    instanceTypes?.split(',').map((type) => instanceType(type, prices)) ??
    usualTypes(service.architecture, prices);
  const needs = known.map((demand) => ({
    environment: demand.environment,
    environments: environmentsFor(demand),
  }));
  const fleet = smallestFleet(types, needs, prices);
  const { type, count } = fleet;
  if (count * type.vcpus > maximumVcpus) {
    throw new CostError(
      `The load needs ${count} × ${type.name}, which have ${count * type.vcpus} vCPUs together, but maximumVcpus is ${maximumVcpus}.`,
    );
  }
  const endpoints = subnetIds === undefined ? ZONES * servicesNeeded(service) : 0;
  return demands.map((demand) => {
    if (!demand) return undefined;
    const { environment, throughput, utilization } = demand;
    const isFirst = demand === known[0];
    const size = `${environment.vcpus} vCPU ${environment.memoryMegabytes} MB`;
    return {
      fleet: isFirst ? fleet : undefined,
      endpoints: isFirst ? endpoints : 0,
      text: `${environmentsFor(demand)} environments of ${size} on ${count} × ${type.name}${isFirst ? '' : ', shared'} (Managed Instances)`,
      notes: [
        `Each vCPU serves ${throughput} requests/s, as given. At most ${amount(100 * utilization)} % of the CPU is used, and the rest stays free for bursts.`,
        ...(types.length > 1
          ? [
              `Lambda chooses the instances; priced here are the cheapest that hold all environments, ${type.name}.`,
            ]
          : []),
      ],
    };
  });
}

function demandOf(model: ModelConfiguration, { ratePerSecond, throughput }: RatedModel): Demand | undefined {
  const { model: name } = model.manifest;
  if (!model.managedInstances) {
    if (throughput === undefined) return undefined;
    throw new CostError(
      `--throughput is for Managed Instances, not for ${name}: leave it out, or add --set managedInstances=true.`,
    );
  }
  if (throughput === undefined) {
    throw new CostError(
      `--throughput is missing: ${name} runs on Managed Instances, so give the requests/s of one vCPU, measured by a ` +
        'sweep or a closed-loop load test.',
    );
  }
  const { minimum, maximum, ...environment } = managedEnvironment(model, model.manifest);
  return { ratePerSecond, throughput, environment, utilization: USUAL_UTILIZATION, minimum, maximum };
}

/**
 * Number of AWS services for which the network has interface endpoints: CloudWatch Logs and, if a model on
 * Managed Instances signs its responses with a secret salt, the service that stores this salt.
 */
function servicesNeeded({ models, serverSaltSecret }: ServiceConfiguration): number {
  const signs = models.some(
    ({ managedInstances, manifest }) => managedInstances && signingContract(manifest) !== undefined,
  );
  return 1 + (signs && serverSaltSecret !== undefined ? 1 : 0);
}
