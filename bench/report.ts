import type { Ceiling, MembersRun } from './bare-inference.ts';
import type { ColdStarts } from './cold-start.ts';
import type { MeasuredLoad } from './load.ts';
import type { MemoryPoint } from './memory.ts';

/** Everything one run of the bench has measured. */
export interface Measurements {
  readonly started: string;
  readonly machine: { readonly cores: number; readonly processor: string; readonly node: string };
  /** All members, and only those that an answer takes. */
  readonly ceiling: Readonly<Record<MembersRun, Ceiling>>;
  /** New ids, one client and ten. */
  readonly fresh: { readonly one: MeasuredLoad; readonly ten: MeasuredLoad };
  /** Ids that have been answered before, ten clients. */
  readonly repeated: MeasuredLoad;
  readonly coldStarts: ColdStarts;
  readonly memory: readonly MemoryPoint[];
}

/** The numbers the project promises, worked out from the measurements. */
export interface Verdict {
  /** Throughput at saturation as a fraction of the ceiling with all members. */
  readonly fractionOfCeiling: number;
  /** The same as a fraction of what the members that an answer takes allow. */
  readonly fractionOfAsked: number;
  /** CPU time of the environments per request over that of bare inference with all members. */
  readonly cpuOverBare: number;
  /** The same over the members that an answer takes. */
  readonly cpuOverAsked: number;
  /** Growth of an environment's memory between the last two milestones, MiB. */
  readonly memoryGrowth: number;
}

export function judge({ ceiling, fresh, memory }: Measurements): Verdict {
  const [before, after] = memory.slice(-2).map(({ mebibytes }) => mebibytes);
  return {
    fractionOfCeiling: fresh.ten.requestsPerSecond / ceiling.all.imagesPerSecond,
    fractionOfAsked: fresh.ten.requestsPerSecond / ceiling.asked.imagesPerSecond,
    cpuOverBare: fresh.ten.cpuPerRequest.environments / ceiling.all.cpuMillisecondsPerImage,
    cpuOverAsked: fresh.ten.cpuPerRequest.environments / ceiling.asked.cpuMillisecondsPerImage,
    memoryGrowth: (after ?? 0) - (before ?? 0),
  };
}

type Row = readonly [name: string, measured: string, target?: string];

/** The measurements as a table for a terminal. */
export function formatTable(measurements: Measurements): string {
  const { machine, ceiling, fresh, repeated, coldStarts, memory } = measurements;
  const verdict = judge(measurements);
  const { parts } = coldStarts;
  const cpu = fresh.ten.cpuPerRequest;
  const rows: Row[] = [
    [`bare inference, all members, ${ceiling.all.threads} threads`, images(ceiling.all)],
    ['  the members an answer takes', images(ceiling.asked)],
    ['service, 10 clients, new ids', `${fresh.ten.requestsPerSecond.toFixed(0)} requests/s`, '> 307'],
    ['  as a fraction of bare inference, all members', percent(verdict.fractionOfCeiling)],
    ['  of the members an answer takes', percent(verdict.fractionOfAsked)],
    ['service, 10 clients, repeated ids', `${repeated.requestsPerSecond.toFixed(0)} requests/s`],
    ['latency p50 / p99, 1 client, new ids', latency(fresh.one)],
    ['latency p50 / p99, 10 clients, new ids', latency(fresh.ten), 'p99 < 70 ms'],
    ['latency p50 / p99, 10 clients, repeated ids', latency(repeated)],
    ['answers that were not 200', String(countFailures([fresh.one, fresh.ten, repeated])), '0'],
    ['CPU per image, bare inference, all members', ms(ceiling.all.cpuMillisecondsPerImage)],
    ['  the members an answer takes', ms(ceiling.asked.cpuMillisecondsPerImage)],
    ['CPU per request, environments', ms(cpu.environments)],
    ['  over bare inference, all members', `${verdict.cpuOverBare.toFixed(2)} times`, '<= 1.30'],
    ['  over the members an answer takes', `${verdict.cpuOverAsked.toFixed(2)} times`],
    ['CPU per request, gateway', ms(cpu.gateway)],
    ['CPU per request, embedded DynamoDB', ms(cpu.database)],
    ['CPU per request, load generator', ms(cpu.client)],
    ['cold start, spawn to first answer, median', ms(coldStarts.median), '<= 600 ms'],
    ['  Node.js start', ms(parts.nodeStart)],
    ['  imports', ms(parts.imports)],
    ['  models', ms(parts.modelLoad)],
    ['  warm-up', ms(parts.warmUp)],
    ['  first request', ms(parts.firstRequest)],
    ['cold start without code cache', ms(coldStarts.first)],
    ...memory.map(({ requests, mebibytes }): Row => {
      return [`memory of an environment after ${requests} requests`, `${mebibytes.toFixed(0)} MiB`];
    }),
    ['  growth at the end', `${verdict.memoryGrowth.toFixed(0)} MiB`, 'about 0'],
  ];
  const title = `${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`;
  const lines = rows.map(([name, measured, target]) => {
    return `${name.padEnd(48)}${measured.padStart(20)}${(target ?? '').padStart(14)}`.trimEnd();
  });
  return [title, '', `${''.padEnd(48)}${'measured'.padStart(20)}${'target'.padStart(14)}`, ...lines].join(
    '\n',
  );
}

function countFailures(loads: readonly MeasuredLoad[]): number {
  return loads.reduce((sum, { requests, statuses }) => sum + requests - (statuses['200'] ?? 0), 0);
}

const latency = ({ milliseconds: { p50, p99 } }: MeasuredLoad) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
const images = ({ imagesPerSecond }: Ceiling) => `${imagesPerSecond.toFixed(0)} images/s`;
const percent = (fraction: number) => `${(fraction * 100).toFixed(0)} %`;
const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 20 ? 2 : 0)} ms`;
