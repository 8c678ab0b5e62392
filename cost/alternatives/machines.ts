import { readPriceFile } from '../prices/price-files.ts';
import { type Architecture, HOURS_PER_MONTH, offeredErlangs } from '../workload/workload.ts';
import { type Alternative, type Comparison, NotComparableError } from './alternative.ts';
import { capacityOf, onServers, type ServerKind, SYSTEM_GIGABYTES } from './servers.ts';
import { balancerUsage } from './shared-usage.ts';

/** A burstable EC2 instance. */
export interface Machine {
  readonly name: string;
  readonly architecture: Architecture;
  /** Region of the price. */
  readonly region: string;
  readonly dollarsPerMonth: number;
  readonly vcpus: number;
  readonly gigabytes: number;
  /** Share of each vCPU that the machine's credits pay for. */
  readonly sustainedShare: number;
  /** Price of CPU use above `sustainedShare`. AWS's unlimited mode charges for this use and never slows the machine down. */
  readonly surplusDollarsPerVcpuHour: number;
  readonly surplusSource: string;
  readonly source: string;
  readonly shareSource: string;
  readonly date: string;
}

export function readMachines(): Machine[] {
  return (readPriceFile('virtual-machines.json') as { machines: Machine[] }).machines;
}

/** Burstable instances that run for the whole period. Two or more need a load balancer. */
export function onMachine(machine: Machine): Alternative {
  const { name, region, vcpus, dollarsPerMonth, date } = machine;
  const kind: ServerKind = {
    name,
    vcpus,
    gigabytes: machine.gigabytes - SYSTEM_GIGABYTES,
    remark: `price of ${date}`,
    fewest: 1,
    usage: (count, comparison) => (count > 1 ? balancerUsage(comparison) : []),
    dollars: (count, comparison) =>
      (count * dollarsPerMonth * comparison.period.calendarHours) / HOURS_PER_MONTH +
      surplusHours(machine, kind, count, comparison) * machine.surplusDollarsPerVcpuHour,
  };
  const assess = (comparison: Comparison) => {
    if (region !== comparison.prices.region) throw new NotComparableError(`its price is for ${region} only`);
    return onServers(kind).assess(comparison);
  };
  return { name, assess };
}

/**
 * vCPU hours above those that the credits cover. AWS settles credits every 24 hours. The sums of the whole period give the
 * same result, because all days are alike.
 */
function surplusHours(
  { vcpus, sustainedShare }: Machine,
  kind: ServerKind,
  count: number,
  comparison: Comparison,
): number {
  const { load, configuration, period } = comparison;
  const { slowdown, each } = capacityOf(kind, comparison);
  const worked = offeredErlangs(load, configuration.cache) * slowdown * each * period.activeHours;
  return Math.max(0, worked - count * vcpus * sustainedShare * period.calendarHours);
}
