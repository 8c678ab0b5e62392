import type { OptionName } from './options.ts';

const LOAD = [
  'rps',
  'burst',
  'fresh',
  'fresh-p50',
  'fresh-p95',
  'fresh-p99',
  'fresh-p999',
  'repeats',
  'cached',
  'request-bytes',
  'response-bytes',
  'from',
] as const;

/** Memory and architecture are what `sweep` compares. */
const SWEPT = [
  'region',
  'front-door',
  'no-cache',
  'item-bytes',
  'write-units',
  'read-units',
  'ttl-days',
  'log-bytes',
  'log-days',
  'metrics',
  'alarms',
  'dashboards',
  'cold-start',
] as const;

/** All but the number of provisioned environments, which `plan` looks for. */
const CONFIGURATION = [...SWEPT, 'architecture', 'memory'] as const;

const PERIOD = ['days', 'hours', 'provisioned-hours'] as const;
const BILLED = [...LOAD, 'provisioned', ...CONFIGURATION, ...PERIOD] as const;
const SERVICE = [
  'account-concurrency',
  'stage',
  'set',
  'settings',
  'task',
  'managed-instances',
  'throughput',
  'cpu-utilization',
  'free-tier',
] as const;
const PLAY = [
  'p99',
  'late',
  'network',
  'questions',
  'distribution',
  'spread',
  'seed',
  'keep-warm',
  'reuse',
] as const;

export const COMMANDS = {
  estimate: {
    summary: 'the bill of a load on a configuration (the default command)',
    options: [
      ...BILLED,
      ...SERVICE,
      'spill-over',
      'cold-share',
      ...PLAY,
      'opening',
      'explain',
      'json',
      'csv',
      'help',
    ],
  },
  plan: {
    summary: 'the cheapest configuration that keeps the promise, and the largest one that surely does not',
    options: [
      'account-concurrency',
      ...LOAD,
      ...CONFIGURATION,
      ...PERIOD,
      ...PLAY,
      'opening',
      'json',
      'csv',
      'help',
    ],
  },
  compare: {
    summary: 'the alternatives side by side, which is the cheapest at which rate, and a chart',
    options: [
      ...BILLED,
      ...PLAY,
      'opening',
      'arm64-factor',
      'throughput',
      'cpu-utilization',
      'chart',
      'from-rate',
      'to-rate',
      'json',
      'csv',
      'help',
    ],
  },
  simulate: {
    summary: 'a load played against environments, with time-outs and repeats as clients make them',
    options: [
      ...LOAD,
      'no-cache',
      'cold-start',
      'environments',
      'overflow',
      'timeout',
      'retries',
      ...PLAY,
      'json',
      'csv',
      'help',
    ],
  },
  sweep: {
    summary: 'memory sizes and architectures side by side, the cheapest that keeps the promise, and a chart',
    options: [
      'point',
      'rps',
      'burst',
      'repeats',
      'cached',
      'request-bytes',
      'response-bytes',
      ...SWEPT,
      ...PERIOD,
      ...PLAY,
      'opening',
      'chart',
      'json',
      'csv',
      'help',
    ],
  },
  refresh: {
    summary: 'rewrite the price snapshot of a region from the AWS Price List',
    options: ['region', 'base-url', 'fetch-timeout', 'output', 'help'],
  },
} as const satisfies Record<string, { summary: string; options: readonly OptionName[] }>;

export type CommandName = keyof typeof COMMANDS;
