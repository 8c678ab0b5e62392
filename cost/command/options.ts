/** One option of the command line; without `value` it is a switch. */
export interface Option {
  readonly value?: string;
  readonly help: string;
}

/** Every option that any command takes, in the order of the help. */
export const OPTIONS = {
  rps: { value: 'n', help: 'requests per second, repeats included' },
  burst: { value: 'k', help: 'requests that a client sends at once (default 1: a Poisson stream)' },
  fresh: { value: 'ms', help: 'mean billed duration of a fresh question' },
  'fresh-p50': { value: 'ms', help: 'with -p95 and -p99: the spread of it, for the simulation' },
  'fresh-p95': { value: 'ms', help: '' },
  'fresh-p99': { value: 'ms', help: '' },
  repeats: { value: 'share', help: 'share of requests whose id was answered before (default 0)' },
  cached: { value: 'ms', help: 'mean billed duration of a repeat' },
  'request-bytes': { value: 'n', help: 'mean size of a request (default 20000)' },
  'response-bytes': { value: 'n', help: 'mean size of an answer with its headers (default 700)' },
  from: { value: 'file', help: "take load, durations and sizes from a load run's report.json" },

  provisioned: { value: 'n', help: 'provisioned execution environments (default 0: on demand only)' },
  region: { value: 'name', help: 'default us-east-1' },
  architecture: { value: 'name', help: 'x86_64 (default) or arm64' },
  memory: { value: 'MB', help: 'default 1769: one vCPU' },
  'front-door': { value: 'name', help: 'http-api (default), rest-api or function-url' },
  'no-cache': { help: 'without the result cache' },
  'write-units': { value: 'n', help: 'DynamoDB write units of a fresh question (default 1)' },
  'read-units': { value: 'n', help: 'DynamoDB read units of a repeat (default 0.5)' },
  'item-bytes': { value: 'n', help: 'size of a remembered answer (default 300)' },
  'ttl-days': { value: 'n', help: 'how long it is remembered (default 14)' },
  'log-bytes': { value: 'n', help: 'log of one request (default 2000)' },
  'log-days': { value: 'n', help: 'retention of the logs (default 14)' },
  metrics: { value: 'n', help: 'custom metrics (default 15)' },
  alarms: { value: 'n', help: 'alarms (default 6)' },
  'cold-start': { value: 'ms', help: 'duration of the INIT phase, billed (default 1500)' },

  days: { value: 'n', help: 'a competition of so many days instead of a month' },
  hours: { value: 'n', help: 'busy hours of each such day (default 24)' },
  'provisioned-hours': { value: 'n', help: 'hours a day with provisioned concurrency (default: --hours)' },

  'spill-over': { value: 'share', help: 'share served outside provisioned concurrency (default: simulated)' },
  'cold-share': { value: 'share', help: 'share that starts cold (default: simulated)' },
  p99: { value: 'ms', help: 'the promise: 99 % of the answers within this time (default 1000)' },
  late: { value: 'share', help: 'of answers that may be later than --p99 (default 0.01, hence its name)' },
  network: { value: 'ms', help: 'time of a request outside the function (default 100)' },
  questions: { value: 'n', help: 'questions to simulate (default 100000)' },
  distribution: { value: 'name', help: 'of durations: measured (default), constant or exponential' },
  seed: { value: 'n', help: 'of the random numbers (default 2026)' },

  environments: { value: 'n', help: 'environments, or places of a fixed machine' },
  overflow: { value: 'name', help: 'when all are busy: on-demand (default), queue or reject' },
  timeout: { value: 'ms', help: 'after which the client asks again (default: --p99)' },
  retries: { value: 'n', help: 'how often it asks again (default 2)' },

  chart: { value: 'file', help: 'write the cost over the rate to a .svg or .html file' },
  'from-rate': { value: 'n', help: 'lowest rate of the comparison (default 0.01)' },
  'to-rate': { value: 'n', help: 'highest rate of the comparison (default 1000)' },
  explain: { help: 'every line with its arithmetic, the source of its price and the date' },
  json: { help: 'print JSON' },
  'base-url': { value: 'url', help: 'where the price list is (default: the public bulk endpoint of AWS)' },
  'fetch-timeout': { value: 's', help: 'seconds to wait for a file (default 60)' },
  output: { value: 'directory', help: 'where the snapshots are (default cost/prices)' },
  help: { help: 'print this' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

const LOAD = [
  'rps',
  'burst',
  'fresh',
  'fresh-p50',
  'fresh-p95',
  'fresh-p99',
  'repeats',
  'cached',
  'request-bytes',
  'response-bytes',
  'from',
] as const;

/** All but the number of provisioned environments, which `plan` looks for. */
const CONFIGURATION = [
  'region',
  'architecture',
  'memory',
  'front-door',
  'no-cache',
  'write-units',
  'read-units',
  'item-bytes',
  'ttl-days',
  'log-bytes',
  'log-days',
  'metrics',
  'alarms',
  'cold-start',
] as const;

const PERIOD = ['days', 'hours', 'provisioned-hours'] as const;
const BILLED = [...LOAD, 'provisioned', ...CONFIGURATION, ...PERIOD] as const;
const PLAY = ['p99', 'late', 'network', 'questions', 'distribution', 'seed'] as const;

export const COMMANDS = {
  estimate: {
    summary: 'the bill of a load on a configuration (the default command)',
    options: [...BILLED, 'spill-over', 'cold-share', ...PLAY, 'explain', 'json', 'help'],
  },
  plan: {
    summary: 'the cheapest configuration that keeps the promise, and the next cheaper one that does not',
    options: [...LOAD, ...CONFIGURATION, ...PERIOD, ...PLAY, 'json', 'help'],
  },
  compare: {
    summary: 'the alternatives side by side, which is the cheapest at which rate, and a chart',
    options: [...BILLED, ...PLAY, 'chart', 'from-rate', 'to-rate', 'json', 'help'],
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
      'help',
    ],
  },
  refresh: {
    summary: 'rewrite the price snapshot of a region from the AWS Price List',
    options: ['region', 'base-url', 'fetch-timeout', 'output', 'help'],
  },
} as const satisfies Record<string, { summary: string; options: readonly OptionName[] }>;

export type CommandName = keyof typeof COMMANDS;
