import { describe, expect, it } from 'vitest';
import {
  environmentsFor,
  environmentsOn,
  instanceType,
  smallestFleet,
  usualTypes,
} from '../../../cost/bill/managed/fleet.ts';
import { CostError, MissingPriceError } from '../../../cost/errors.ts';
import { priceBook } from '../price-book.ts';

const prices = priceBook();
const type = (name: string) => instanceType(name, prices);
const small = { vcpus: 1, memoryMegabytes: 2048 };
const large = { vcpus: 2, memoryMegabytes: 4096 };

/** The cheapest fleet for environments of one size, as text. */
function fleetFor(environments: number, environment = small, types = usualTypes('x86_64', prices)): string {
  const { type, count } = smallestFleet(types, [{ environment, environments }], prices);
  return `${count} ${type.name}`;
}

describe('Environments', () => {
  const demand = { ratePerSecond: 100, throughput: 50, environment: small, utilization: 0.5, minimum: 3 };

  it('are as many as serve the rate with the share of their CPU that scaling aims at', () => {
    expect(environmentsFor(demand)).toBe(4);
    expect(environmentsFor({ ...demand, utilization: 0.8 })).toBe(3);
    expect(environmentsFor({ ...demand, environment: large, minimum: 1 })).toBe(2);
  });

  it('are at least the minimum, and refused above the maximum', () => {
    expect(environmentsFor({ ...demand, ratePerSecond: 0.1 })).toBe(3);
    expect(environmentsFor({ ...demand, maximum: 4 })).toBe(4);
    expect(() => environmentsFor({ ...demand, maximum: 3 })).toThrow('but maximumEnvironments is 3.');
  });
});

describe('An instance', () => {
  it('holds environments beside the vCPU and the gigabyte that Lambda keeps', () => {
    expect(environmentsOn(type('c7i.large'), small)).toBe(1);
    expect(environmentsOn(type('c7i.xlarge'), small)).toBe(3);
    expect(environmentsOn(type('c7i.2xlarge'), large)).toBe(3);
    expect(environmentsOn(type('m7g.large'), large)).toBe(0);
  });

  it('of a larger size costs as many times more', () => {
    expect(type('m7g.4xlarge')).toMatchObject({ price: 'ec2.m7g.large', times: 8, vcpus: 16, gigabytes: 64 });
  });

  it('is refused if it has no cited price or does not exist', () => {
    expect(() => type('r8g.large')).toThrow(MissingPriceError);
    expect(() => type('t3.micro')).toThrow(CostError);
  });
});

describe('The instances for a number of environments', () => {
  it('are at least three, in three zones, unless fewer environments are wanted', () => {
    expect([fleetFor(3), fleetFor(1)]).toEqual(['3 c7i.large', '1 c7i.large']);
  });

  it('have the size that wastes least', () => {
    expect(fleetFor(7)).toBe('3 c7i.xlarge');
    expect(fleetFor(45)).toBe('3 c7i.4xlarge');
  });

  it('are as large as the environment of one model needs, whatever the others need', () => {
    const needs = [
      { environment: small, environments: 3 },
      { environment: large, environments: 3 },
    ];
    const { type, count } = smallestFleet(usualTypes('x86_64', prices), needs, prices);

    // A c7i.xlarge holds 3 small environments or 1 large one, so 3/3 + 3/1 = 4. Four cost less than three of the next size.
    expect(`${count} ${type.name}`).toBe('4 c7i.xlarge');
  });

  it('are refused if none is large enough', () => {
    expect(() => fleetFor(1, large, [type('c7i.large')])).toThrow('None of c7i.large has room');
  });
});
