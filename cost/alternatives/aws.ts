import { MEGABYTES_PER_VCPU } from '../../lib/configuration/model-settings.ts';
import { priceUsages } from '../bill/line.ts';
import { smallestFleet, USUAL_UTILIZATION, usualTypes } from '../bill/managed/fleet.ts';
import { managedInstancesUsage } from '../bill/usage/managed-instances.ts';
import { GIGABYTE, type Usage } from '../bill/usage/usage.ts';
import type { PriceBook } from '../prices/prices.ts';
import { type Architecture, meanDuration, requestCount } from '../workload/workload.ts';
import { type Alternative, type Comparison, NotComparableError } from './alternative.ts';
import { onServers, SYSTEM_GIGABYTES } from './servers.ts';
import { addressUsage, balancerUsage, commonUsage, frontUsage } from './shared-usage.ts';

/** Fewest servers behind a balancer: one in each of two zones, because Lambda also runs in several zones. */
const ZONES = 2;

/** The sizes of a Fargate task. Each number of vCPUs allows a range of gigabytes. */
const FARGATE_SIZES = [
  { vcpus: 0.25, least: 0.5, most: 2 },
  { vcpus: 0.5, least: 1, most: 4 },
  { vcpus: 1, least: 2, most: 8 },
  { vcpus: 2, least: 4, most: 16 },
  { vcpus: 4, least: 8, most: 30 },
  { vcpus: 8, least: 16, most: 60 },
];

/** Fargate tasks behind an Application Load Balancer. A task has the smallest size that holds a Lambda environment. */
export function onFargate(memoryMegabytes: number, architecture: Architecture): Alternative {
  const vcpus = memoryMegabytes / MEGABYTES_PER_VCPU;
  const gigabytes = memoryMegabytes / 1024;
  const size = FARGATE_SIZES.find((one) => one.vcpus >= vcpus * 0.99 && one.most >= gigabytes);
  const memory = Math.max(size?.least ?? 0, Math.ceil(gigabytes));
  const name = `Fargate ${size?.vcpus ?? ''} vCPU ${memory} GB, ${architecture}, balancer`;
  if (!size) {
    const why = `no task has ${vcpus.toFixed(1)} vCPUs with ${gigabytes.toFixed(1)} GB`;
    const assess = () => {
      throw new NotComparableError(why);
    };
    return { name, assess };
  }
  const hours = (count: number, { period }: Comparison) => count * period.provisionedHours;
  return onServers({
    name,
    vcpus: size.vcpus,
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

/** EC2 instances of fixed performance behind an Application Load Balancer. */
export function onInstances(architecture: Architecture, prices: PriceBook): Alternative {
  const { name: type, vcpus, gigabytes, price } = usualTypes(architecture, prices)[0]!;
  return onServers({
    name: `EC2 ${type}, balancer`,
    vcpus,
    gigabytes: gigabytes - SYSTEM_GIGABYTES,
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

/** An environment of the smallest size on Managed Instances. */
const SMALLEST = { vcpus: 1, memoryMegabytes: 2048 };

/**
 * Lambda Managed Instances in a network of their own: the same function in environments of one vCPU. A share of the CPU stays
 * free for bursts. There are no cold starts. A measured `throughput` includes the effect of concurrent requests in one
 * environment.
 */
export function onManagedInstances(architecture: Architecture): Alternative {
  return onServers({
    name: `Managed Instances, ${architecture}`,
    vcpus: SMALLEST.vcpus,
    gigabytes: SMALLEST.memoryMegabytes / 1024,
    // Lambda starts three environments, one in each of three availability zones.
    fewest: 3,
    busiest: () => USUAL_UTILIZATION,
    milliseconds: ({ throughput }) => (throughput === undefined ? undefined : 1000 / throughput),
    usage: (environments, comparison) => {
      const types = usualTypes(architecture, comparison.prices);
      const fleet = smallestFleet(types, [{ environment: SMALLEST, environments }], comparison.prices);
      const input = { ...comparison, outcome: { onDemandShare: 0, coldShare: 0 } };
      return [...managedInstancesUsage(input, { fleet, endpoints: ENDPOINTS }), ...frontUsage(comparison)];
    },
  });
}

/** Interface endpoints: one for logs in each of three zones. */
const ENDPOINTS = 3;

const SAGEMAKER_MOST_MEGABYTES = 6 * 1024;
const SAGEMAKER_MOST_AT_ONCE = 200;

/**
 * SageMaker Serverless Inference without provisioned concurrency, behind a REST API that signs the calls. Containers
 * are assumed to start as fast and stay warm as long as environments of Lambda. This assumption favours SageMaker.
 */
export function onSageMakerServerless(): Alternative {
  const name = 'SageMaker Serverless';
  return {
    name,
    assess: (comparison) => {
      const { load, configuration, simulator, period, prices } = comparison;
      if (
        configuration.architecture !== 'x86_64' ||
        configuration.memoryMegabytes > SAGEMAKER_MOST_MEGABYTES
      ) {
        throw new NotComparableError('has x86_64 only, and 6 GB at most');
      }
      const onDemand = { ...configuration, provisioned: 0 };
      const atOnce = simulator.spilled(load, onDemand).length - 1;
      if (atOnce > SAGEMAKER_MOST_AT_ONCE) {
        throw new NotComparableError(`allows ${SAGEMAKER_MOST_AT_ONCE} requests at once, not ${atOnce}`);
      }
      const verdict = simulator.onLambda(load, onDemand);
      const gigabytes = Math.ceil(configuration.memoryMegabytes / 1024);
      const requests = requestCount(load, period);
      const seconds = meanDuration(load, configuration.cache) / 1000;
      const usages: Usage[] = [
        {
          title: name,
          name: 'sagemaker-serverless.duration',
          quantity: requests * seconds * gigabytes,
          arithmetic: `${requests} requests × ${seconds} s × ${gigabytes} GB`,
        },
        {
          title: `${name}, data`,
          name: 'sagemaker-serverless.data',
          quantity: (requests * (load.requestBytes + load.responseBytes)) / GIGABYTE,
          arithmetic: `${requests} requests × ${load.requestBytes + load.responseBytes} B / 2³⁰`,
        },
        ...frontUsage({ ...comparison, configuration: { ...configuration, frontDoor: 'rest-api' } }),
        ...commonUsage(comparison),
      ];
      return {
        dollars: priceUsages(usages, prices).reduce((sum, line) => sum + line.dollars, 0),
        count: 0,
        verdict,
        latency: comparison.simulator.latency(verdict),
        remark: `${gigabytes} GB, at most ${atOnce} requests at once`,
      };
    },
  };
}
