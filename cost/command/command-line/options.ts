import { commandLine } from '../../../project/command-line.ts';

/** One option of the command line; without `value` it is a switch. */
export interface Option {
  readonly value?: string;
  readonly help: string;
  /** Whether the option can be given several times. */
  readonly isRepeated?: boolean;
}

/** Every option that any command takes, in the order of the help. */
export const OPTIONS = {
  rps: { value: 'n', help: 'requests per second, repeats included' },
  burst: { value: 'k', help: 'requests that a client sends at once (default 1)' },
  fresh: {
    value: 'ms[,p99=ms]',
    help: 'mean billed duration of a request that is not cached, and measured quantiles',
  },
  repeats: { value: 'share', help: 'share of requests with a response from the cache, 0 to 1 (default 0)' },
  'with-id': {
    value: 'share',
    help: 'share of requests with an id; only their responses are cached (default 1)',
  },
  cached: { value: 'ms', help: 'mean billed duration of a cached request' },
  'request-bytes': { value: 'n', help: 'mean bytes of a request (default 20000)' },
  'response-bytes': { value: 'n', help: 'mean bytes of a response with its headers (default 700)' },
  from: { value: 'file', help: 'take load, durations and sizes from the report.json of a load test' },

  stage: {
    value: 'name',
    help: 'dev, prod or your own: price everything that npm run deploy creates',
  },
  set: {
    value: 'name=value',
    help: 'with --stage: set a setting, as with npm run deploy',
    isRepeated: true,
  },
  settings: { value: 'file', help: 'with --stage: read settings from a JSON file, as with npm run deploy' },
  model: {
    value: 'name,option=value',
    help: 'with --stage: a model and its load, as in digits,rps=2,fresh=8; can be repeated',
    isRepeated: true,
  },
  provisioned: { value: 'n', help: 'provisioned concurrency (default: the workers of the load run, else 0)' },
  memory: { value: 'MB', help: 'memory of an environment (default 1769: one vCPU)' },
  architecture: { value: 'name', help: 'x86_64 (default) or arm64' },
  region: { value: 'name', help: 'region of the prices (default us-east-1)' },
  throughput: { value: 'n', help: 'measured requests/s of one vCPU of Managed Instances' },
  days: { value: 'n', help: 'number of days of a competition, instead of a month' },
  hours: { value: 'n', help: 'busy hours of each of these days (default 24)' },
  p99: { value: 'ms', help: 'objective: latency of all responses except the share --late (default 1000)' },
  late: {
    value: 'share',
    help: 'objective: share of the responses that may take longer (default 0.01)',
  },
  'free-tier': { help: 'subtract the monthly free tier of an account' },

  explain: { help: 'print the arithmetic of each line, and the source and date of its price' },
  json: { help: 'print JSON' },
  help: { help: 'print this help' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

const SENT = ['rps', 'burst', 'with-id', 'repeats', 'cached', 'request-bytes', 'response-bytes'] as const;
/** Options of a load. With `--stage`, `--model` sets them for one model. */
export const LOAD = [...SENT, 'fresh', 'from', 'throughput'] as const;
const DEPLOYED = ['stage', 'set', 'settings', 'model', 'architecture', 'region'] as const;
const OBJECTIVE = ['days', 'hours', 'p99', 'late'] as const;

export const COMMANDS = {
  estimate: {
    summary: 'the bill for a load on a configuration',
    example: '--rps 7 --fresh 150 --provisioned 8',
    options: [
      ...LOAD,
      ...DEPLOYED,
      'memory',
      'provisioned',
      ...OBJECTIVE,
      'free-tier',
      'explain',
      'json',
      'help',
    ],
  },
  plan: {
    summary: 'the cheapest provisioned concurrency that meets the objective',
    example: 'plan --rps 7 --burst 10 --p99 1000 --fresh 150',
    options: [...SENT, 'fresh', 'from', ...DEPLOYED, 'memory', ...OBJECTIVE, 'json', 'help'],
  },
  compare: {
    summary: 'the cost of alternatives, and the rates at which each is cheaper than Lambda',
    example: 'compare --rps 7 --fresh 150',
    options: [...LOAD, ...DEPLOYED, 'memory', ...OBJECTIVE, 'json', 'help'],
  },
} as const satisfies Record<string, { summary: string; example: string; options: readonly OptionName[] }>;

export type CommandName = keyof typeof COMMANDS;

/** The help of one command, or of all commands if none is named. */
export function help(command?: CommandName): string {
  if (command) {
    return [
      `${commandLine('cost')} ${command === 'estimate' ? '' : `${command} `}[options]`,
      '',
      `Prints ${COMMANDS[command].summary}.`,
      '',
      `Example: ${commandLine('cost')} ${COMMANDS[command].example}`,
      '',
      ...optionLines(command),
    ].join('\n');
  }
  return [
    `${commandLine('cost')} [command] [options]`,
    '',
    'Estimates the cost of serving a load on AWS. Works offline, with list prices and their dates.',
    '',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
    '',
    'Examples:',
    ...Object.values(COMMANDS).map(({ example }) => `  ${commandLine('cost')} ${example}`),
    `  ${commandLine('cost')} --stage prod --rps 7 --fresh 150 --days 4 --hours 10 --explain`,
    `  ${commandLine('cost')} --from report.json --provisioned 8`,
    '',
    `${commandLine('cost')} <command> --help lists the options of a command; the default command is estimate.`,
  ].join('\n');
}

const INDENT = 31;

function optionLines(command: CommandName): string[] {
  const known: readonly string[] = COMMANDS[command].options;
  return (Object.entries(OPTIONS) as [OptionName, Option][])
    .filter(([name]) => known.includes(name))
    .map(([name, { value, help: text }]) => {
      const option = `  --${name}${value ? ` <${value}>` : ''}`;
      // A long option has a line of its own.
      return `${option.length < INDENT ? option.padEnd(INDENT) : `${option}\n${' '.repeat(INDENT)}`}${text}`;
    });
}
