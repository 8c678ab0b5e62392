import { type Demand, environmentsFor, type Fleet, smallestFleet } from '../../bill/managed/fleet.ts';
import type { InstanceType } from '../../bill/managed/instance-type.ts';
import type { ManagedUse } from '../../bill/usage/managed-instances.ts';
import { CostError } from '../../errors.ts';
import type { PriceBook } from '../../prices/price-book.ts';
import { amount } from '../../report/format.ts';

/** vCPUs of all instances where nobody sets another ceiling: AWS's own. */
const USUAL_VCPUS = 400;

/** A task on Managed Instances as a bill needs it. */
export interface ManagedTask extends ManagedUse {
  /** What it runs on, in words. */
  readonly text: string;
  readonly notes: readonly string[];
}

/** The instances that all tasks share are billed with the first of them. */
export function shareFleet(
  demands: readonly (Demand | undefined)[],
  types: readonly InstanceType[],
  endpoints: number,
  prices: PriceBook,
  maximumVcpus = USUAL_VCPUS,
): (ManagedTask | undefined)[] {
  const known = demands.filter((demand) => demand !== undefined);
  if (known.length === 0) return demands.map(() => undefined);
  const needs = known.map((demand) => ({
    environment: demand.environment,
    environments: environmentsFor(demand),
  }));
  const fleet = smallestFleet(types, needs, prices);
  const { type, count } = fleet;
  if (count * type.vcpus > maximumVcpus) {
    throw new CostError(
      `It takes ${count} × ${type.name}, ${count * type.vcpus} vCPUs, but maximumVcpus is ${maximumVcpus}.`,
    );
  }
  return demands.map((demand) => {
    if (!demand) return undefined;
    const { environment, throughput, utilization } = demand;
    const size = `${environment.vcpus} vCPU ${environment.memoryMegabytes} MB`;
    const texts = [`${environmentsFor(demand)} environments of ${size}`, `${count} × ${type.name}`];
    return onFleet(fleet, demand === known[0], endpoints, texts, [
      `${throughput} questions/s for each vCPU, as given; ${amount(100 * utilization)} % of the CPU in use, the rest for bursts.`,
      ...(types.length > 1
        ? [`Lambda chooses the instances: priced are the cheapest that hold all environments, ${type.name}.`]
        : []),
    ]);
  });
}

/** A task's part of a fleet. */
export function onFleet(
  fleet: Fleet,
  isFirst: boolean,
  endpoints: number,
  texts: readonly string[],
  notes: readonly string[] = [],
): ManagedTask {
  const shared = isFirst ? '' : ', shared';
  return {
    fleet: isFirst ? fleet : undefined,
    endpoints: isFirst ? endpoints : 0,
    text: `${texts.join(' on ')}${shared} (Managed Instances)`,
    notes,
  };
}
