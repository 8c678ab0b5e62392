import { serversInTime } from './erlang.ts';
import { CostError } from './errors.ts';
import { type Play, type Promised, playOnMachines, promisedLatency } from './outcome.ts';
import { type Load, meanDuration } from './workload.ts';

/** A rented virtual machine. */
export interface Machine {
  readonly name: string;
  readonly dollarsPerMonth: number;
  readonly vcpus: number;
  /** Share of each vCPU it may use for good; bursts above it come from credits that run out. */
  readonly sustainedShare: number;
  readonly source: string;
  readonly shareSource: string;
  readonly date: string;
}

/** Reads the parsed virtual-machines.json. @throws CostError naming the machine that is not as it must be. */
export function parseMachines(json: unknown): Machine[] {
  const { machines } = json as { machines: Machine[] };
  for (const machine of machines) {
    const { name, dollarsPerMonth, vcpus, sustainedShare, source, shareSource, date } = machine;
    if (!(dollarsPerMonth > 0 && vcpus > 0 && sustainedShare > 0 && sustainedShare <= 1)) {
      throw new CostError(
        `virtual-machines.json: ${name}: price and vCPUs must be above 0, the share in (0, 1].`,
      );
    }
    if (!source || !shareSource || !date) {
      throw new CostError(`virtual-machines.json: ${name}: source, shareSource and date are needed.`);
    }
  }
  return machines;
}

/** What a kind of machine can do with a load; an estimate, see `estimateCapacity`. */
export interface Capacity {
  /** Milliseconds one fresh question takes on it once its credits are spent. */
  readonly serviceMilliseconds: number;
  /** Requests per second at which its CPU has no time left. */
  readonly cpuRate: number;
  /** Requests per second it answers within the promise; 0 when a single question is too slow already. */
  readonly carriedRate: number;
}

const SEARCH_STEPS = 12;
const SEARCH_QUESTIONS = 10_000;

/**
 * Estimates the request rate one machine really carries, from the CPU time measured per request:
 *
 *     S = CPU milliseconds / (vCPUs × sustained share)      cpuRate = 1000 × servers / mean S
 *
 * and `carriedRate` = the highest Poisson rate at which a queue before it keeps the promise (simulated,
 * bisected). In the machine's favour: its vCPUs count as one fast server, its CPU is taken to be as fast as the
 * one measured on, and nothing else runs on it.
 *
 * @param load durations in CPU milliseconds
 * @param power vCPUs × sustained share of one server
 * @param servers requests it works on at once
 */
export function estimateCapacity(
  load: Load,
  power: number,
  promised: Promised,
  play: Play,
  servers = 1,
): Capacity {
  const slowdown = 1 / power;
  const serviceMilliseconds = load.fresh.mean * slowdown;
  const cpuRate = (1000 * servers) / (meanDuration(load, true) * slowdown);
  const short = { ...play, questions: SEARCH_QUESTIONS };
  const keeps = (ratePerSecond: number) => {
    const tally = playOnMachines({ ...load, burst: 1, ratePerSecond }, servers, slowdown, promised, short);
    return promisedLatency(tally, promised) <= promised.milliseconds;
  };
  let low = 0;
  let high = cpuRate;
  if (serviceMilliseconds + promised.network <= promised.milliseconds) {
    for (let step = 0; step < SEARCH_STEPS; step += 1) {
      const middle = (low + high) / 2;
      if (keeps(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
  }
  return { serviceMilliseconds, cpuRate, carriedRate: low };
}

/**
 * Machines behind one balancer. Enough for the stream: as many servers as `serversInTime` asks for, but never
 * more machines than the rate divided by what one carries alone. Enough for the burst: its last request must
 * find its turn in time, ⌈burst / ⌊(promise − network) / S⌋⌉ servers, of which the stream has one already.
 * Where a question alone is too slow, as many as the CPU time needs; the promise is then not kept.
 */
export function machinesNeeded(load: Load, capacity: Capacity, promised: Promised, servers = 1): number {
  const { serviceMilliseconds, cpuRate, carriedRate } = capacity;
  if (carriedRate === 0) {
    return Math.max(1, Math.ceil(load.ratePerSecond / cpuRate));
  }
  const inTime = promised.milliseconds - promised.network;
  const erlangs = (load.ratePerSecond / cpuRate) * servers;
  const pooled = serversInTime(erlangs, inTime / serviceMilliseconds - 1, promised.lateShare) / servers;
  const forStream = Math.min(Math.ceil(pooled), Math.ceil(load.ratePerSecond / carriedRate));
  const turns = Math.floor(inTime / serviceMilliseconds);
  const forBurst = Math.ceil((Math.ceil(load.burst / turns) - 1) / servers);
  return Math.max(1, forStream) + forBurst;
}
