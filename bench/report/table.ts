import type { Machine } from '../machine.ts';
import type { Ceiling, MembersRun } from '../measure/bare-inference.ts';
import type { ColdStarts } from '../measure/cold-start.ts';
import type { MeasuredLoad } from '../measure/load.ts';
import type { MemoryPoint } from '../measure/memory.ts';
import { describeGoals, judgeGoals } from './goals.ts';

/** Everything one run of the bench has measured. */
export interface Measurements {
  readonly started: string;
  readonly machine: Machine;
  readonly task: string;
  readonly contract: string;
  /** All members, and only those that an answer takes. */
  readonly ceiling: Readonly<Record<MembersRun, Ceiling>>;
  /** New ids, one client and ten. */
  readonly fresh: { readonly one: MeasuredLoad; readonly ten: MeasuredLoad };
  /** Ids that have been answered before, ten clients. */
  readonly repeated: MeasuredLoad;
  readonly coldStarts: ColdStarts;
  readonly memory: readonly MemoryPoint[];
}

/** What the measurements say of the service. */
export interface Ratios {
  /** Throughput at saturation as a fraction of the ceiling with all members. */
  readonly fractionOfAll: number;
  /** The same as a fraction of what the members that an answer takes allow. */
  readonly fractionOfAsked: number;
  /** CPU time of the environments per request over that of bare inference with all members. */
  readonly cpuOverAll: number;
  /** The same over the members that an answer takes. */
  readonly cpuOverAsked: number;
  /** Growth of an environment's memory between the last two milestones, MiB. */
  readonly memoryGrowth: number;
}

export function compare({ ceiling, fresh, memory }: Omit<Measurements, 'machine'>): Ratios {
  const [before, after] = memory.slice(-2).map(({ mebibytes }) => mebibytes);
  const cpu = fresh.ten.cpuPerRequest.environments;
  return {
    fractionOfAll: fresh.ten.requestsPerSecond / ceiling.all.questionsPerSecond,
    fractionOfAsked: fresh.ten.requestsPerSecond / ceiling.asked.questionsPerSecond,
    cpuOverAll: cpu / ceiling.all.cpuMillisecondsPerQuestion,
    cpuOverAsked: cpu / ceiling.asked.cpuMillisecondsPerQuestion,
    memoryGrowth: (after ?? 0) - (before ?? 0),
  };
}

type Row = readonly [name: string, measured: string];

/** The measurements as a table for a terminal, and below it what came of the goals. */
export function formatTable(measurements: Measurements): string {
  const { machine, task, contract, ceiling, fresh, repeated, coldStarts, memory } = measurements;
  const ratios = compare(measurements);
  const { parts } = coldStarts;
  const cpu = fresh.ten.cpuPerRequest;
  const rows: Row[] = [
    [`bare inference, all members, ${ceiling.all.threads} threads`, questions(ceiling.all)],
    ['  the members an answer takes', questions(ceiling.asked)],
    ['service, 10 clients, new ids', requests(fresh.ten)],
    ['  as a fraction of bare inference, all members', percent(ratios.fractionOfAll)],
    ['  of the members an answer takes', percent(ratios.fractionOfAsked)],
    ['service, 10 clients, repeated ids', requests(repeated)],
    ['latency p50 / p99, 1 client, new ids', latency(fresh.one)],
    ['latency p50 / p99, 10 clients, new ids', latency(fresh.ten)],
    ['latency p50 / p99, 10 clients, repeated ids', latency(repeated)],
    ['CPU per question, bare inference, all members', ms(ceiling.all.cpuMillisecondsPerQuestion)],
    ['  the members an answer takes', ms(ceiling.asked.cpuMillisecondsPerQuestion)],
    ['CPU per request, environments', ms(cpu.environments)],
    ['  over bare inference, all members', `${ratios.cpuOverAll.toFixed(2)} times`],
    ['  over the members an answer takes', `${ratios.cpuOverAsked.toFixed(2)} times`],
    ['CPU per request, gateway', ms(cpu.gateway)],
    ['CPU per request, embedded DynamoDB', ms(cpu.database)],
    ['CPU per request, load generator', ms(cpu.client)],
    ['cold start, spawn to first answer, median', ms(coldStarts.median)],
    ['  Node.js start', ms(parts.nodeStart)],
    ['  imports', ms(parts.imports)],
    ['  models', ms(parts.modelLoad)],
    ['  warm-up', ms(parts.warmUp)],
    ['  first request', ms(parts.firstRequest)],
    ['cold start without code cache', ms(coldStarts.first)],
    ...memory.map(({ requests, mebibytes }): Row => {
      return [`memory of an environment after ${requests} requests`, `${mebibytes.toFixed(0)} MiB`];
    }),
    ['  growth at the end', `${ratios.memoryGrowth.toFixed(0)} MiB`],
  ];
  const title = `${task} by ${contract}; ${machine.cores} cores, ${machine.processor}, Node.js ${machine.node}`;
  const lines = rows.map(([name, measured]) => `${name.padEnd(48)}${measured.padStart(20)}`);
  return [title, '', ...lines, '', ...describeGoals(judgeGoals(measurements))].join('\n');
}

const latency = ({ milliseconds: { p50, p99 } }: MeasuredLoad) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
const questions = ({ questionsPerSecond }: Ceiling) => `${questionsPerSecond.toFixed(0)} questions/s`;
const requests = ({ requestsPerSecond }: MeasuredLoad) => `${requestsPerSecond.toFixed(0)} requests/s`;
const percent = (fraction: number) => `${(fraction * 100).toFixed(0)} %`;
const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 20 ? 2 : 0)} ms`;
