/** One option of the command line; without `value` it is a switch. */
export interface Option {
  readonly value?: string;
  readonly help: string;
  /** Whether it can be given several times. */
  readonly isRepeated?: boolean;
}

/** Every option that any command takes, in the order of the help. */
export const OPTIONS = {
  rps: { value: 'n', help: 'requests per second, repeats included' },
  burst: { value: 'k', help: 'requests that a client sends at once (default 1: a Poisson stream)' },
  fresh: { value: 'ms', help: 'mean billed duration of a fresh question' },
  'fresh-p50': { value: 'ms', help: 'measured quantiles of it, any of the four, for the simulation' },
  'fresh-p95': { value: 'ms', help: '' },
  'fresh-p99': { value: 'ms', help: '' },
  'fresh-p999': { value: 'ms', help: '' },
  spread: {
    value: 'n',
    help: 'standard deviation over mean where no quantile is known: a lognormal (default 0.5)',
  },
  repeats: { value: 'share', help: 'share of requests whose id was answered before (default 0)' },
  cached: { value: 'ms', help: 'mean billed duration of a repeat' },
  'request-bytes': { value: 'n', help: 'mean size of a request (default 20000)' },
  'response-bytes': { value: 'n', help: 'mean size of an answer with its headers (default 700)' },
  from: { value: 'file', help: "take load, durations and sizes from a load run's report.json" },

  stage: {
    value: 'name',
    help: 'dev, prod or your own: the bill of what npm run deploy makes, idle hours, alarms and all',
  },
  set: {
    value: 'name=value',
    help: 'with --stage: change a setting, as for npm run deploy',
    isRepeated: true,
  },
  settings: { value: 'file', help: 'with --stage: a JSON file with settings, as for npm run deploy' },
  task: {
    value: 'name,option=value',
    help: 'a task of the service with load options of its own: --task digits,rps=2,fresh=8',
    isRepeated: true,
  },
  provisioned: { value: 'n', help: 'provisioned execution environments (default 0: on demand only)' },
  region: { value: 'name', help: 'default us-east-1' },
  architecture: { value: 'name', help: 'x86_64 (default) or arm64' },
  memory: { value: 'MB', help: 'default 1769: one vCPU' },
  'front-door': { value: 'name', help: 'http-api (default), rest-api or function-url' },
  'no-cache': { help: 'without the result cache' },
  'item-bytes': {
    value: 'n',
    help: 'size of a remembered answer (default 300), which says its DynamoDB units',
  },
  'write-units': { value: 'n', help: 'of a fresh question (default: 1 for each KB of the item)' },
  'read-units': { value: 'n', help: 'of a repeat (default: 0.5 for each 4 KB of the item)' },
  'ttl-days': { value: 'n', help: 'how long it is remembered (default 14)' },
  'log-bytes': { value: 'n', help: 'log of one request (default 2000)' },
  'log-days': { value: 'n', help: 'retention of the logs (default 14)' },
  metrics: { value: 'n', help: 'custom metrics (default 23)' },
  alarms: { value: 'n', help: 'alarms (default 10)' },
  dashboards: { value: 'n', help: 'dashboards (default 1)' },
  'cold-start': { value: 'ms', help: 'duration of the INIT phase, billed (default 1500)' },

  point: {
    value: 'memory,architecture,mean,p99=ms',
    help: 'durations at a memory size: measured, or from=<report.json> of a load run there',
    isRepeated: true,
  },
  'managed-instances': {
    value: 'n',
    help: 'on so many Managed Instances (c7i.large, on arm64 m7g.large) instead of ordinary environments',
  },
  throughput: {
    value: 'n',
    help: 'questions/s that one vCPU of Managed Instances answers, measured: as many instances as --rps takes',
  },
  'cpu-utilization': {
    value: 'share',
    help: "of their CPU in use that their scaling aims at (default 0.5, AWS's: room for twice the traffic)",
  },
  'account-concurrency': {
    value: 'n',
    help: "environments the account may have at once (default 1000, AWS's)",
  },
  'free-tier': { help: 'take off what an account is given every month' },

  days: { value: 'n', help: 'a competition of so many days instead of a month' },
  hours: { value: 'n', help: 'busy hours of each such day (default 24)' },
  'provisioned-hours': { value: 'n', help: 'hours a day with provisioned concurrency (default: --hours)' },

  'spill-over': { value: 'share', help: 'share served outside provisioned concurrency (default: simulated)' },
  'cold-share': { value: 'share', help: 'share that starts cold (default: simulated)' },
  p99: { value: 'ms', help: 'the promise: 99 % of the answers within this time (default 1000)' },
  late: { value: 'share', help: 'of answers that may be later than --p99 (default 0.01, hence its name)' },
  network: { value: 'ms', help: 'time of a request outside the function (default 100)' },
  questions: { value: 'n', help: 'questions to simulate for one verdict, at most (default 4000000)' },
  distribution: {
    value: 'name',
    help: 'of durations: measured (default), lognormal, constant or exponential',
  },
  seed: { value: 'n', help: 'of the random numbers (default 2026)' },
  'keep-warm': { value: 's', help: 'an idle on-demand environment stays warm for (default 300, assumed)' },
  reuse: { value: 'name', help: 'which idle environment is used next: newest (default, assumed) or oldest' },
  opening: { value: 'name', help: 'cold mornings of --days: counted (default) or ignored' },
  'arm64-factor': {
    value: 'n',
    help: 'times as long as on x86_64 a question takes on arm64, measured (default: not compared)',
  },

  environments: { value: 'n', help: 'environments, or places of a fixed machine' },
  overflow: { value: 'name', help: 'when all are busy: on-demand (default), queue or reject' },
  timeout: { value: 'ms', help: 'after which the client asks again (default: --p99)' },
  retries: { value: 'n', help: 'how often it asks again (default 2)' },

  chart: { value: 'file', help: 'write the chart to a .svg or .html file' },
  'from-rate': { value: 'n', help: 'lowest rate of the comparison (default 0.01)' },
  'to-rate': { value: 'n', help: 'highest rate of the comparison (default 1000)' },
  explain: { help: 'every line with its arithmetic, the source of its price and the date' },
  json: { help: 'print JSON' },
  csv: { help: 'print the same as CSV' },
  'base-url': { value: 'url', help: 'where the price list is (default: the public bulk endpoint of AWS)' },
  'fetch-timeout': { value: 's', help: 'seconds to wait for a file (default 60)' },
  output: { value: 'directory', help: 'where the snapshots are (default cost/prices)' },
  help: { help: 'print this' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;
