import { CostError, MissingPriceError } from '../../errors.ts';
import type { PriceBook } from '../../prices/price-book.ts';
import type { PriceName } from '../../prices/price-names.ts';
import type { Architecture } from '../../workload/workload.ts';

/** A type of EC2 instance, as far as a bill goes. */
export interface InstanceType {
  readonly name: string;
  readonly vcpus: number;
  readonly gigabytes: number;
  /** Of the family's smallest size, which has two vCPUs: what is larger costs as many times more. */
  readonly price: PriceName;
  readonly times: number;
}

/** Families with a cited price, by architecture; the vCPUs of a size and its memory follow from its name. */
const PRICED: Readonly<Record<Architecture, { readonly family: string; readonly price: PriceName }>> = {
  x86_64: { family: 'c7i', price: 'ec2.c7i.large' },
  arm64: { family: 'm7g', price: 'ec2.m7g.large' },
};
const GIGABYTES_PER_VCPU: Readonly<Record<string, number>> = { c: 2, m: 4, r: 8 };
const SIZES = ['large', 'xlarge', '2xlarge', '4xlarge', '8xlarge', '16xlarge'];

/** The types of an architecture of which the price is known: what Lambda is taken to choose among. */
export function usualTypes(architecture: Architecture, prices: PriceBook): InstanceType[] {
  const { family } = PRICED[architecture];
  return SIZES.map((size) => instanceType(`${family}.${size}`, prices));
}

/**
 * A type by its name, such as `c7i.xlarge`.
 * @throws MissingPriceError for a family that nobody has a price of; CostError for what is no such name
 */
export function instanceType(name: string, prices: PriceBook): InstanceType {
  const [, family = '', multiple = '', extra] = /^([cmr][0-9][a-z0-9-]*)\.(\d*)(x)?large$/.exec(name) ?? [];
  const gigabytesPerVcpu = GIGABYTES_PER_VCPU[family[0] ?? ''];
  if (gigabytesPerVcpu === undefined) {
    throw new CostError(`${name} is no instance type of the families C, M and R, such as c7i.large.`);
  }
  const priced = Object.values(PRICED).find((one) => one.family === family);
  if (!priced) throw new MissingPriceError(`ec2.${family}.large`, prices.region);
  const vcpus = extra === undefined ? 2 : 4 * Number(multiple || 1);
  return { name, vcpus, gigabytes: gigabytesPerVcpu * vcpus, price: priced.price, times: vcpus / 2 };
}
