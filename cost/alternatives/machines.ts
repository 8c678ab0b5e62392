import { HOURS_PER_MONTH, offeredErlangs } from '../workload/workload.ts';
import type { Alternative, Comparison } from './alternative.ts';
import { balancerUsage } from './around.ts';
import type { Machine } from './machine-list.ts';
import { onServers, placesOf, type ServerKind } from './servers.ts';

/**
 * Rented virtual machines, running from the first day of the period to the last. From two on there is a balancer before
 * them, for which AWS's stands whoever rents them out.
 */
export function onMachines(machine: Machine): Alternative {
  const { name, architecture, vcpus, sustainedShare, dollarsPerMonth } = machine;
  const kind: ServerKind = {
    name,
    isServerless: false,
    architecture,
    vcpus,
    share: machine.surplusDollarsPerVcpuHour === undefined ? sustainedShare : 1,
    fewest: 1,
    usage: (count, comparison) => (count > 1 ? balancerUsage(comparison) : []),
    dollars: (count, comparison) =>
      (count * dollarsPerMonth * comparison.period.calendarHours) / HOURS_PER_MONTH +
      surplusHours(machine, kind, count, comparison) * (machine.surplusDollarsPerVcpuHour ?? 0),
  };
  return onServers(kind);
}

/**
 * vCPU hours above what the credits pay for. Credits of a day are spent within it and every day is like the other, so
 * the sums of the period tell the same as the average over 24 hours that AWS takes.
 */
function surplusHours(
  { vcpus, sustainedShare }: Machine,
  kind: ServerKind,
  count: number,
  comparison: Comparison,
): number {
  const { load, configuration, period } = comparison;
  const { slowdown, each } = placesOf(kind, comparison);
  const worked = offeredErlangs(load, configuration.cache) * slowdown * each * period.activeHours;
  return Math.max(0, worked - count * vcpus * sustainedShare * period.calendarHours);
}
