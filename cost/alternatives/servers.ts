import { MEGABYTES_PER_VCPU } from '../../lib/configuration/model-settings.ts';
import { priceUsages } from '../bill/line.ts';
import type { Usage } from '../bill/usage/usage.ts';
import { smallest } from '../plan/smallest.ts';
import { meanDuration, offeredErlangs } from '../workload/workload.ts';
import { type Alternative, type Assessment, type Comparison, NotComparableError } from './alternative.ts';
import { commonUsage } from './shared-usage.ts';

/** Memory of the operating system and the front process of a machine. */
export const SYSTEM_GIGABYTES = 0.25;

/** A machine, a Fargate task, or an environment of Managed Instances. It works on one or more requests at once; others wait. */
export interface ServerKind {
  readonly name: string;
  readonly vcpus: number;
  /** Gigabytes that a server has for environments; undefined: it always has enough. */
  readonly gigabytes?: number;
  /** Smallest number of servers, even if fewer would meet the objective. */
  readonly fewest: number;
  /** Highest average utilisation, for servers whose number AWS chooses by their utilisation. */
  busiest?(comparison: Comparison): number;
  /** Milliseconds of vCPU time that a fresh request takes on this server; undefined: not measured. */
  milliseconds?(comparison: Comparison): number | undefined;
  /** Usage of `count` servers, without `commonUsage`. */
  usage(count: number, comparison: Comparison): Usage[];
  /** A remark on the price of the servers. */
  readonly remark?: string;
  /** Dollars for `count` servers, if the price book of the region lacks their prices. */
  dollars?(count: number, comparison: Comparison): number;
}

/**
 * The smallest number of servers behind one queue that meets the objective. Three assumptions are made: a request takes as much
 * vCPU time as on Lambda unless `milliseconds` says otherwise, all of its duration is CPU time, and the balancer always knows a
 * free server.
 */
export function onServers(kind: ServerKind): Alternative {
  return { name: kind.name, assess: (comparison) => assess(kind, comparison) };
}

/** How many requests a server runs at once, and how fast. @throws NotComparableError if it has too little memory */
export function capacityOf(kind: ServerKind, comparison: Comparison) {
  const { vcpus, gigabytes = Number.POSITIVE_INFINITY } = kind;
  const { memoryMegabytes } = comparison.configuration;
  const held = Math.floor((gigabytes * 1024) / memoryMegabytes);
  if (held < 1) {
    throw new NotComparableError(`has ${gigabytes} GB, but an environment needs ${memoryMegabytes} MB`);
  }
  const measured = kind.milliseconds?.(comparison);
  if (measured !== undefined) {
    return { slots: 1, slowdown: measured / comparison.load.fresh.mean, each: vcpus };
  }
  const needed = memoryMegabytes / MEGABYTES_PER_VCPU;
  const each = Math.min(vcpus, Math.max(1, needed));
  return {
    /** Requests that one server works on at once. */
    slots: Math.max(1, Math.min(held, Math.floor(vcpus / each))),
    /** Duration of a request as a multiple of Lambda's. */
    slowdown: needed / each,
    /** vCPUs that a request occupies. */
    each,
  };
}

function assess(kind: ServerKind, comparison: Comparison): Assessment {
  const { load, configuration, simulator, prices } = comparison;
  const { cache } = configuration;
  const { slots, slowdown } = capacityOf(kind, comparison);
  // Without a cache, a repeat is computed again.
  const erlangs = offeredErlangs(load, cache) * slowdown;
  const busy = Math.floor(erlangs / slots) + 1;
  const fewest = Math.max(kind.fewest, busy, Math.ceil(erlangs / slots / (kind.busiest?.(comparison) ?? 1)));
  const verdictOf = (count: number) => simulator.onServers(load, { count: count * slots, slowdown, cache });
  const isHopeless = simulator.unavoidablyLate(load, { slowdown, cache }) >= simulator.objective.lateShare;
  const guess = Math.ceil((erlangs + 2 * Math.sqrt(erlangs) + load.burst / 4) / slots);
  const found = isHopeless
    ? undefined
    : smallest(verdictOf, { fewest, guess, most: 4 * fewest + 2 * load.burst + 50 });
  const count = found?.count ?? fewest;
  const verdict = found?.verdict ?? verdictOf(count);
  const usages = [...kind.usage(count, comparison), ...commonUsage(comparison)];
  const dollars = priceUsages(usages, prices).reduce((sum, line) => sum + line.dollars, 0);
  return {
    dollars: dollars + (kind.dollars?.(count, comparison) ?? 0),
    count,
    verdict,
    latency: comparison.simulator.latency(verdict),
    remark: [
      `${count} × ${slots} requests at once, ${(meanDuration(load, cache) * slowdown).toFixed(0)} ms per request`,
      ...(kind.remark === undefined ? [] : [kind.remark]),
    ].join(', '),
  };
}
