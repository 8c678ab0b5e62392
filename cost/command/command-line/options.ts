import { commandLine } from '../../../project/command-line.ts';

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
  fresh: {
    value: 'ms[,p99=ms]',
    help: 'mean billed duration of a fresh request, and quantiles where they were measured',
  },
  repeats: { value: 'share', help: 'share of requests whose response is cached (default 0)' },
  cached: { value: 'ms', help: 'mean billed duration of a repeat' },
  'request-bytes': { value: 'n', help: 'mean size of a request (default 20000)' },
  'response-bytes': { value: 'n', help: 'mean size of a response with its headers (default 700)' },
  from: { value: 'file', help: "load, durations and sizes of a load run's report.json" },

  stage: {
    value: 'name',
    help: 'dev, prod or your own: what npm run deploy makes, with memory, architecture, idle hours, logs, alarms and all',
  },
  set: {
    value: 'name=value',
    help: 'with --stage: change a setting, as for npm run deploy',
    isRepeated: true,
  },
  settings: { value: 'file', help: 'with --stage: a JSON file with settings, as for npm run deploy' },
  model: {
    value: 'name,option=value',
    help: 'with --stage: a model with a load of its own, as in digits,rps=2,fresh=8',
    isRepeated: true,
  },
  provisioned: { value: 'n', help: 'provisioned execution environments (default 0: on demand only)' },
  memory: { value: 'MB', help: 'default 1769: one vCPU' },
  architecture: { value: 'name', help: 'x86_64 (default) or arm64' },
  region: { value: 'name', help: 'default us-east-1' },
  throughput: { value: 'n', help: 'requests/s that one vCPU of Managed Instances serves, measured' },
  point: {
    value: 'memory,architecture,mean,p99=ms',
    help: 'durations at a memory size: measured, or from=<report.json> of a load run there',
    isRepeated: true,
  },
  tuning: { value: 'file', help: 'durations at each memory size: the result of aws-lambda-power-tuning' },

  days: { value: 'n', help: 'a competition of so many days instead of a month' },
  hours: { value: 'n', help: 'busy hours of each such day (default 24)' },
  p99: { value: 'ms', help: 'the objective: 99 % of the responses within this time (default 1000)' },
  late: {
    value: 'share',
    help: 'of responses that may be later than --p99 (default 0.01, hence its name)',
  },
  'free-tier': { help: 'take off what an account is given every month' },

  chart: { value: 'file', help: 'write the chart to an .svg file' },
  explain: { help: 'every line with its arithmetic, the source of its price and the date' },
  json: { help: 'print JSON' },
  help: { help: 'print this' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

const SENT = ['rps', 'burst', 'repeats', 'cached', 'request-bytes', 'response-bytes'] as const;
/** What a model has of its own. */
export const LOAD = [...SENT, 'fresh', 'from', 'throughput'] as const;
const DEPLOYED = ['stage', 'set', 'settings', 'model', 'architecture', 'region'] as const;
const OBJECTIVE = ['days', 'hours', 'p99', 'late'] as const;

export const COMMANDS = {
  estimate: {
    summary: 'the bill of a load on a configuration (the default command)',
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
    summary: 'the cheapest configuration that meets the objective, and the largest one that surely does not',
    options: [...SENT, 'fresh', 'from', ...DEPLOYED, 'memory', ...OBJECTIVE, 'json', 'help'],
  },
  compare: {
    summary: 'the alternatives side by side, which is cheaper at which rate, and a chart',
    options: [...LOAD, ...DEPLOYED, 'memory', ...OBJECTIVE, 'chart', 'json', 'help'],
  },
  sweep: {
    summary: 'memory sizes and architectures side by side, and the cheapest that meets the objective',
    options: ['point', 'tuning', ...SENT, ...DEPLOYED, ...OBJECTIVE, 'json', 'help'],
  },
} as const satisfies Record<string, { summary: string; options: readonly OptionName[] }>;

export type CommandName = keyof typeof COMMANDS;

/** The help of one command, or of all where none is named. */
export function help(command?: CommandName): string {
  if (command) {
    return [
      `${commandLine('cost')} ${command === 'estimate' ? '' : `${command} `}[options]`,
      '',
      `Prints ${COMMANDS[command].summary}.`,
      '',
      ...optionLines(command),
    ].join('\n');
  }
  return [
    `${commandLine('cost')} [command] [options]`,
    '',
    'What it costs to serve a load within a second, before it is deployed. Never goes online.',
    '',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
    '',
    `  ${commandLine('cost')} --rps 7 --fresh 150 --provisioned 8`,
    `  ${commandLine('cost')} --stage prod --rps 7 --fresh 150 --days 4 --hours 10 --explain`,
    `  ${commandLine('cost')} --from report.json --provisioned 8`,
    `  ${commandLine('cost')} plan --rps 7 --burst 10 --p99 1000 --fresh 150`,
    `  ${commandLine('cost')} compare --rps 7 --fresh 150 --chart cost.svg`,
    `  ${commandLine('cost')} sweep --rps 7 --point 1769,x86_64,150,p99=320 --point 3008,arm64,110,p99=240`,
    '',
    `${commandLine('cost')} <command> --help lists the options of a command.`,
  ].join('\n');
}

const INDENT = 31;

function optionLines(command: CommandName): string[] {
  const known: readonly string[] = COMMANDS[command].options;
  return (Object.entries(OPTIONS) as [OptionName, Option][])
    .filter(([name]) => known.includes(name))
    .map(([name, { value, help: text }]) => {
      const option = `  --${name}${value ? ` <${value}>` : ''}`;
      // A long one has a line of its own.
      return `${option.length < INDENT ? option.padEnd(INDENT) : `${option}\n${' '.repeat(INDENT)}`}${text}`;
    });
}
