import { commandLine } from '../../project/command-line.ts';
import { wholeNumber } from '../../project/option-number.ts';
import { readOptions } from '../../project/read-options.ts';
import { DEFAULT_TASK } from '../../tasks/find-task.ts';
import { CostError } from '../errors.ts';

export interface TuneCommandOptions {
  readonly target: string;
  readonly memorySizes: readonly number[];
  readonly task: string;
  /** File with an event, instead of a task's samples. */
  readonly payload: string | undefined;
  readonly invocations: number;
  readonly warmUp: number;
  readonly region: string;
  readonly rps: string | undefined;
  readonly isAgreed: boolean;
}

const DEFAULT_MEMORY = '512,1024,1769,2048,3008,3538';

export const HELP = `npm run tune -- [task] --target <function> [options]

Measures a deployed function at several memory sizes, asking a task's samples one after the other, and prints what
npm run cost -- sweep makes a decision of. It changes $LATEST only, publishes a version and an alias for each size,
and deletes them; the memory is set back at the end, on Ctrl-C and on any failure. The architecture is the function's
own: for another one deploy a second function and give both results to sweep. What it costs at most is said first.

  task                      whose samples are asked (default ${DEFAULT_TASK})
  --target <function>       name or ARN of the function
  --memory <MB,MB,…>        sizes to measure (default ${DEFAULT_MEMORY})
  --payload <file>          an event in JSON instead; {{id}} in it becomes a new id every time
  --invocations <n>         questions at each size (default 200)
  --warm-up <n>             questions before them that do not count (default 5)
  --region <name>           default: that of the ARN, then AWS_REGION
  --rps <n>                 requests per second: prints the sweep for this load as well
  --yes                     do not ask before it begins
  --help                    print this

Credentials are those of the usual places. They must allow lambda:GetFunctionConfiguration,
UpdateFunctionConfiguration, PublishVersion, ListVersionsByFunction, CreateAlias, DeleteAlias, InvokeFunction and
DeleteFunction (for the versions), on this function.`;

const USAGE = {
  help: `${commandLine('tune')} --help`,
  tasks: 'one',
  options: {
    target: { type: 'string', value: 'function' },
    memory: { type: 'string', value: 'MB,MB,…' },
    payload: { type: 'string', value: 'file' },
    invocations: { type: 'string', value: 'n' },
    'warm-up': { type: 'string', value: 'n' },
    region: { type: 'string', value: 'name' },
    rps: { type: 'string', value: 'n' },
    yes: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
} as const;

/**
 * @returns undefined where help was asked for
 * @throws CostError or UsageError with one line that says what would be right
 */
export function readTuneOptions(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
): TuneCommandOptions | undefined {
  const { values, positionals } = readOptions(USAGE, argv);
  const [task] = positionals;
  if (values.help) {
    return undefined;
  }
  const { target } = values;
  if (target === undefined) {
    throw new CostError('--target is missing: give the name or ARN of a deployed function.');
  }
  const arnRegion = /^arn:aws[\w-]*:lambda:([\w-]+):/.exec(target)?.[1];
  const region = values.region ?? arnRegion ?? environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION;
  if (!region) {
    throw new CostError('--region is missing: give it, or set AWS_REGION.');
  }
  if (values.payload !== undefined && task !== undefined) {
    throw new CostError('--payload and a task exclude each other: give one of them.');
  }
  return {
    target,
    memorySizes: readSizes(values.memory ?? DEFAULT_MEMORY),
    task: task ?? DEFAULT_TASK,
    payload: values.payload,
    invocations: wholeNumber('invocations', values.invocations ?? '200', 5, 10_000),
    warmUp: wholeNumber('warm-up', values['warm-up'] ?? '5', 1, 1000),
    region,
    rps: values.rps,
    isAgreed: values.yes ?? false,
  };
}

function readSizes(text: string): number[] {
  const sizes = text.split(',').map((size) => wholeNumber('memory', size.trim(), 128, 10_240));
  return [...new Set(sizes)].sort((one, other) => one - other);
}
