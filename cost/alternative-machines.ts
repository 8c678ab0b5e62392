import { type Alternative, type Comparison, judge } from './alternative.ts';
import { estimateCapacity, type Machine, machinesNeeded } from './machines.ts';
import { managedInstancesBill } from './managed-instances.ts';
import { playOnMachines } from './outcome.ts';
import { HOURS_PER_MONTH, type Load, scaled } from './workload.ts';

/** An m7g.large has two vCPUs; Lambda starts three instances for the availability zones' sake. */
const INSTANCE_VCPUS = 2;
const MINIMUM_INSTANCES = 3;

/** Lambda Managed Instances: the same function on EC2, several requests per environment, no cold starts. */
export function onManagedInstances(comparison: Comparison): Alternative {
  return onQueue(comparison, {
    name: 'Managed Instances, m7g.large',
    isServerless: true,
    servers: INSTANCE_VCPUS,
    power: 1,
    fewest: MINIMUM_INSTANCES,
    dollars: (ratePerSecond, count) => {
      const load = { ...comparison.load, ratePerSecond };
      return managedInstancesBill({ ...comparison, load }, count).dollars;
    },
  });
}

/** Rented virtual machines, running from the first day of the period to the last. */
export function onMachine(comparison: Comparison, machine: Machine): Alternative {
  const months = comparison.period.calendarHours / HOURS_PER_MONTH;
  return onQueue(comparison, {
    name: machine.name,
    isServerless: false,
    servers: 1,
    power: machine.vcpus * machine.sustainedShare,
    fewest: 1,
    dollars: (_, count) => count * machine.dollarsPerMonth * months,
  });
}

interface Fleet {
  readonly name: string;
  readonly isServerless: boolean;
  /** Requests one machine works on at once, and the vCPUs each of them gets. */
  readonly servers: number;
  readonly power: number;
  readonly fewest: number;
  readonly dollars: (ratePerSecond: number, count: number) => number;
}

function onQueue(
  comparison: Comparison,
  { name, isServerless, servers, power, fewest, dollars }: Fleet,
): Alternative {
  const { promised, play } = comparison;
  const load = cpuLoad(comparison);
  const capacity = estimateCapacity(load, power, promised, play, servers);
  const countAt = (ratePerSecond: number) =>
    Math.max(fewest, machinesNeeded({ ...load, ratePerSecond }, capacity, promised, servers));
  return {
    name,
    isServerless,
    costAt: (ratePerSecond) => ({
      dollars: dollars(ratePerSecond, countAt(ratePerSecond)),
      keepsPromise: capacity.carriedRate > 0,
    }),
    assess: () => {
      const count = countAt(load.ratePerSecond);
      const tally = playOnMachines(load, count * servers, 1 / power, promised, play);
      const { serviceMilliseconds, carriedRate } = capacity;
      const remark = `${count} machines, S = ${serviceMilliseconds.toFixed(0)} ms, one carries ${carriedRate.toFixed(2)}/s`;
      return judge(dollars(load.ratePerSecond, count), tally, promised, remark);
    },
  };
}

/** The load in CPU milliseconds: the measured durations times the vCPUs that the memory grants (1 per 1769 MB). */
function cpuLoad({ load, configuration }: Comparison): Load {
  const vcpus = configuration.memoryMegabytes / 1769;
  const fresh = scaled(load.fresh, vcpus);
  // Where nothing is remembered, a repeat is computed again.
  return { ...load, fresh, cached: configuration.cache ? scaled(load.cached, vcpus) : fresh };
}
