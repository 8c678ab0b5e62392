import { smallestFleet, USUAL_UTILIZATION } from '../bill/managed/fleet.ts';
import { usualTypes } from '../bill/managed/instance-type.ts';
import { managedInstancesUsage } from '../bill/usage/managed-instances.ts';
import type { Architecture } from '../workload/workload.ts';
import { type Alternative, type Comparison, NotComparableError } from './alternative.ts';
import { addressUsage, balancerUsage, frontUsage } from './around.ts';
import { onServers } from './servers.ts';

/** Behind a balancer there are two, in two zones, as Lambda is in several by itself. */
const ZONES = 2;

/** Sizes of a Fargate task: gigabytes that so many vCPUs take at least and at most. */
const FARGATE_SIZES = [
  { vcpus: 0.25, least: 0.5, most: 2 },
  { vcpus: 0.5, least: 1, most: 4 },
  { vcpus: 1, least: 2, most: 8 },
  { vcpus: 2, least: 4, most: 16 },
  { vcpus: 4, least: 8, most: 30 },
  { vcpus: 8, least: 16, most: 60 },
];

/** Fargate tasks behind an Application Load Balancer, each with the vCPUs and the memory of an environment. */
export function onFargate(memoryMegabytes: number, architecture: Architecture): Alternative {
  const vcpus = memoryMegabytes / 1769;
  const gigabytes = memoryMegabytes / 1024;
  const size = FARGATE_SIZES.find((one) => one.vcpus >= vcpus * 0.99 && one.most >= gigabytes);
  const memory = Math.max(size?.least ?? 0, Math.ceil(gigabytes));
  const name = `Fargate ${size?.vcpus ?? ''} vCPU ${memory} GB, ${architecture}, balancer`;
  if (!size) {
    return notComparable(name, `no task has ${vcpus.toFixed(1)} vCPUs with ${gigabytes.toFixed(1)} GB`);
  }
  const hours = (count: number, { period }: Comparison) => count * period.provisionedHours;
  return onServers({
    name,
    isServerless: true,
    architecture,
    vcpus: size.vcpus,
    share: 1,
    fewest: ZONES,
    usage: (count, comparison) => [
      {
        title: 'Fargate vCPUs',
        name: `fargate.vcpu.${architecture}`,
        quantity: hours(count, comparison) * size.vcpus,
        arithmetic: `${count} tasks × ${size.vcpus} vCPU × ${comparison.period.provisionedHours} h`,
      },
      {
        title: 'Fargate memory',
        name: `fargate.memory.${architecture}`,
        quantity: hours(count, comparison) * memory,
        arithmetic: `${count} tasks × ${memory} GB × ${comparison.period.provisionedHours} h`,
      },
      addressUsage(count, comparison.period.provisionedHours),
      ...balancerUsage(comparison),
    ],
  });
}

/** Instances of fixed performance, as AWS sells them, with two vCPUs each. */
const INSTANCES = {
  x86_64: { type: 'c7i.large', price: 'ec2.c7i.large' },
  arm64: { type: 'm7g.large', price: 'ec2.m7g.large' },
} as const;

/** EC2 instances of fixed performance behind an Application Load Balancer. */
export function onInstances(architecture: Architecture): Alternative {
  const { type, price } = INSTANCES[architecture];
  return onServers({
    name: `EC2 ${type}, balancer`,
    isServerless: false,
    architecture,
    vcpus: 2,
    share: 1,
    fewest: ZONES,
    usage: (count, comparison) => [
      {
        title: `EC2 ${type}`,
        name: price,
        quantity: count * comparison.period.calendarHours,
        arithmetic: `${count} instances × ${comparison.period.calendarHours} h`,
      },
      addressUsage(count, comparison.period.calendarHours),
      ...balancerUsage(comparison),
    ],
  });
}

/** An environment of the smallest size that Managed Instances have. */
const SMALLEST = { vcpus: 1, memoryMegabytes: 2048 };

/**
 * Lambda Managed Instances in a network of their own: the same function in environments of one vCPU, of which AWS
 * keeps a share free for bursts. No cold starts; several questions at once.
 */
export function onManagedInstances(architecture: Architecture): Alternative {
  return onServers({
    name: `Managed Instances, ${architecture}`,
    isServerless: true,
    architecture,
    vcpus: 1,
    share: 1,
    // Lambda starts three, for the availability zones' sake.
    fewest: 3,
    busiest: ({ cpuUtilization = USUAL_UTILIZATION }) => cpuUtilization,
    milliseconds: ({ throughput }) => (throughput === undefined ? undefined : 1000 / throughput),
    usage: (environments, comparison) => {
      const types = usualTypes(architecture, comparison.prices);
      const fleet = smallestFleet(types, [{ environment: SMALLEST, environments }], comparison.prices);
      const input = { ...comparison, outcome: { onDemandShare: 0, coldShare: 0 } };
      return [...managedInstancesUsage(input, { fleet, endpoints: ENDPOINTS }), ...frontUsage(comparison)];
    },
  });
}

/** That of the logs, in three zones. */
const ENDPOINTS = 3;

function notComparable(name: string, why: string): Alternative {
  return {
    name,
    isServerless: true,
    assess: () => {
      throw new NotComparableError(why);
    },
  };
}
