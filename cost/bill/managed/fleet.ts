import { CostError, MissingPriceError } from '../../errors.ts';
import { charge, type PriceBook, type PriceName } from '../../prices/prices.ts';
import type { Architecture } from '../../workload/workload.ts';

export interface InstanceType {
  readonly name: string;
  readonly vcpus: number;
  readonly gigabytes: number;
  /** Price of the family's smallest size, which has two vCPUs. This type costs `times` × this price. */
  readonly price: PriceName;
  readonly times: number;
}

/** Families with a cited price, by architecture. */
const PRICED: Readonly<Record<Architecture, { readonly family: string; readonly price: PriceName }>> = {
  x86_64: { family: 'c7i', price: 'ec2.c7i.large' },
  arm64: { family: 'm7g', price: 'ec2.m7g.large' },
};
const GIGABYTES_PER_VCPU: Readonly<Record<string, number>> = { c: 2, m: 4, r: 8 };
const SIZES = ['large', 'xlarge', '2xlarge', '4xlarge', '8xlarge', '16xlarge'];

/** The instance types of an architecture among which Lambda is assumed to choose. All are of the one family with a price. */
export function usualTypes(architecture: Architecture, prices: PriceBook): InstanceType[] {
  const { family } = PRICED[architecture];
  return SIZES.map((size) => instanceType(`${family}.${size}`, prices));
}

/**
 * A type by its name, such as `c7i.xlarge`.
 * @throws MissingPriceError for a family without a price; CostError for an invalid name
 */
export function instanceType(name: string, prices: PriceBook): InstanceType {
  const [, family = '', multiple = '', extra] = /^([cmr][0-9][a-z0-9-]*)\.(\d*)(x)?large$/.exec(name) ?? [];
  const gigabytesPerVcpu = GIGABYTES_PER_VCPU[family[0] ?? ''];
  if (gigabytesPerVcpu === undefined) {
    throw new CostError(`${name} is not an instance type of family C, M or R: give one such as c7i.large.`);
  }
  const priced = Object.values(PRICED).find((one) => one.family === family);
  if (!priced) throw new MissingPriceError(`ec2.${family}.large`, prices.region);
  const vcpus = extra === undefined ? 2 : 4 * Number(multiple || 1);
  return { name, vcpus, gigabytes: gigabytesPerVcpu * vcpus, price: priced.price, times: vcpus / 2 };
}

/**
 * Part of each instance that Lambda keeps for itself (AWS's agent toolkit, skill aws-lambda-managed-instances, "Instance
 * Sizing").
 */
const RESERVED_VCPUS = 1;
const RESERVED_GIGABYTES = 1;
/** Lambda starts this many instances, each in a zone of its own, unless fewer environments are wanted. */
const ZONES = 3;
/** AWS's default target of CPU utilisation, which leaves room for twice the traffic. */
export const USUAL_UTILIZATION = 0.5;

interface EnvironmentSize {
  readonly vcpus: number;
  readonly memoryMegabytes: number;
}

/** Environments of one size. */
interface Need {
  readonly environment: EnvironmentSize;
  readonly environments: number;
}

export interface Fleet {
  readonly type: InstanceType;
  readonly count: number;
}

/** The values that determine how many environments a model needs. */
export interface Demand {
  readonly ratePerSecond: number;
  /** Measured requests per second of one vCPU. */
  readonly throughput: number;
  readonly environment: EnvironmentSize;
  /** CPU utilisation at which scaling aims. */
  readonly utilization: number;
  readonly minimum: number;
  readonly maximum?: number | undefined;
}

/**
 * The number of environments that serve a rate at this CPU utilisation, at least the minimum.
 * @throws CostError if that exceeds the maximum
 */
export function environmentsFor(demand: Demand): number {
  const { ratePerSecond, throughput, environment, utilization, minimum, maximum } = demand;
  const each = throughput * environment.vcpus * utilization;
  const needed = Math.max(minimum, Math.ceil(ratePerSecond / each));
  if (maximum !== undefined && needed > maximum) {
    throw new CostError(
      `${ratePerSecond} requests/s need ${needed} environments, but maximumEnvironments is ${maximum}.`,
    );
  }
  return needed;
}

/** How many environments of one size fit on an instance. */
export function environmentsOn(
  { vcpus, gigabytes }: InstanceType,
  { vcpus: each, memoryMegabytes }: EnvironmentSize,
): number {
  const byCpu = (vcpus - RESERVED_VCPUS) / each;
  const byMemory = (gigabytes - RESERVED_GIGABYTES) / (memoryMegabytes / 1024);
  return Math.floor(Math.min(byCpu, byMemory));
}

/**
 * The cheapest instances of one type that hold all environments. Three or more environments take at least three instances.
 * @throws CostError if every type is too small for at least one of the environments
 */
export function smallestFleet(
  types: readonly InstanceType[],
  needs: readonly Need[],
  prices: PriceBook,
): Fleet {
  const environments = needs.reduce((sum, need) => sum + need.environments, 0);
  const fleets = types
    .filter((type) => needs.every(({ environment }) => environmentsOn(type, environment) > 0))
    .map((type): Fleet => {
      const filled = needs.reduce(
        (sum, need) => sum + need.environments / environmentsOn(type, need.environment),
        0,
      );
      // A sum of fractions such as thirds may be slightly above a whole number.
      const count = Math.max(Math.min(ZONES, environments), Math.ceil(filled - 1e-9));
      return { type, count };
    });
  const dollars = ({ type, count }: Fleet) => charge(prices, type.price, count * type.times);
  const [cheapest] = fleets.sort((one, other) => dollars(one) - dollars(other));
  if (cheapest) return cheapest;
  throw new CostError(
    `None of ${types.map(({ name }) => name).join(', ')} has room for each of the environments: Lambda keeps a vCPU ` +
      'and a GB of an instance for itself. Set larger instanceTypes.',
  );
}
