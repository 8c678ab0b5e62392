/** The command line of the bench. */
import { join } from 'node:path';
import { commandLine } from '../project/command-line.ts';
import { wholeNumber } from '../project/option-number.ts';
import { projectDirectory } from '../project/places.ts';
import { readOptions as readCommandLine } from '../project/read-options.ts';
import { UsageError } from '../project/usage-error.ts';
import { DEFAULT_TASK } from '../tasks/find-task.ts';

/** What is measured: everything, or one thing only. */
export type Mode = 'whole' | 'clients' | 'roofline' | 'peers' | 'steps';

export interface BenchOptions {
  readonly mode: Mode;
  readonly task: string;
  readonly contract: string | undefined;
  /** Numbers of clients, one after the other; empty for `whole` and `roofline`. */
  readonly clients: readonly number[];
  /** Whether the clients send decoded tensors instead of samples. */
  readonly tensors: boolean;
  /** File for the chart of the roofline. */
  readonly chart: string | undefined;
  /** Program of the peers. */
  readonly python: string;
  readonly rounds: number;
  readonly concurrency: number;
  /** Questions that its members are asked together at most; undefined: as the task has it. */
  readonly batch: number | undefined;
  readonly seconds: number;
  readonly requests: number;
  readonly json: string | undefined;
}

/** The one by which tensors are sent. */
const TENSORS_CONTRACT = 'open-inference';
/** As many as the published services were asked by. */
const USUAL_CLIENTS = [10];
/** Where the measurements of the peers go, where nothing else is said. */
export const PEERS_REPORT = join(projectDirectory, 'dist', 'bench', 'peers.json');

const USAGE = {
  help: `${commandLine('bench')} --help`,
  tasks: 'one',
  options: {
    contract: { type: 'string', value: 'name' },
    clients: { type: 'string', value: 'list' },
    tensors: { type: 'boolean', default: false },
    roofline: { type: 'boolean', default: false },
    chart: { type: 'string', value: 'file' },
    peers: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
    python: { type: 'string', value: 'file' },
    rounds: { type: 'string', value: 'n' },
    concurrency: { type: 'string', value: 'n' },
    batch: { type: 'string', value: 'n' },
    seconds: { type: 'string', default: '10', value: 'n' },
    requests: { type: 'string', default: '10000', value: 'n' },
    json: { type: 'string', value: 'file' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

type Values = ReturnType<typeof readCommandLine<typeof USAGE.options>>['values'];

/**
 * Reads the command line; undefined: help is wanted.
 *
 * @throws {UsageError} saying what would be right
 */
export function readOptions(parameters: readonly string[]): BenchOptions | undefined {
  const { values, positionals } = readCommandLine(USAGE, parameters);
  if (values.help) return undefined;
  const [task = DEFAULT_TASK] = positionals;
  const { contract, tensors, chart, seconds, requests, json, python, rounds, concurrency, batch } = values;
  const clients = readClients(values.clients);
  const mode = modeOf(values);
  requireFitting(mode, values);
  return {
    mode,
    task,
    contract: tensors ? TENSORS_CONTRACT : contract,
    tensors,
    clients: clients ?? (mode === 'peers' || mode === 'steps' ? USUAL_CLIENTS : []),
    chart,
    python: python ?? (process.platform === 'win32' ? 'python' : 'python3'),
    rounds: wholeNumber('rounds', rounds ?? '5', 1),
    concurrency: wholeNumber('concurrency', concurrency ?? '1', 1),
    batch: batch === undefined ? undefined : wholeNumber('batch', batch, 1, 256),
    seconds: wholeNumber('seconds', seconds, 1),
    requests: wholeNumber('requests', requests, 1),
    json: json ?? (mode === 'peers' ? PEERS_REPORT : undefined),
  };
}

function readClients(list: string | undefined): number[] | undefined {
  const numbers = list?.split(',');
  if (numbers?.every((number) => /^[1-9]\d*$/.test(number)) === false) {
    throw new UsageError(`--clients must be numbers of clients such as 1,2,4,8, not "${list}"`);
  }
  return numbers?.map(Number);
}

function modeOf(values: Values): Mode {
  const [mode, other] = (['roofline', 'peers', 'steps'] as const).filter((name) => values[name]);
  if (other !== undefined) throw new UsageError(`--${mode} or --${other}: one at a time`);
  return mode ?? (values.clients === undefined ? 'whole' : 'clients');
}

function requireFitting(mode: Mode, values: Values): void {
  const { contract, clients, tensors, chart } = values;
  if (tensors && (mode !== 'clients' || (contract ?? TENSORS_CONTRACT) !== TENSORS_CONTRACT)) {
    throw new UsageError(`--tensors goes with --clients, and with no contract but ${TENSORS_CONTRACT}`);
  }
  if (mode === 'roofline' && (clients !== undefined || contract !== undefined)) {
    throw new UsageError(
      '--roofline measures members without any service: leave --clients and --contract out',
    );
  }
  if (chart !== undefined && mode !== 'roofline') throw new UsageError('--chart goes with --roofline');
  if ((mode === 'peers' || mode === 'steps') && clients?.includes(',')) {
    throw new UsageError(`--${mode} takes one number of clients, not "${clients}"`);
  }
  if (values.rounds !== undefined && mode !== 'peers' && mode !== 'steps') {
    throw new UsageError('--rounds goes with --peers or --steps');
  }
  if (Number(values.batch ?? 1) > Number(values.concurrency ?? 1)) {
    throw new UsageError(
      `--batch ${values.batch} needs --concurrency ${values.batch} at least: an environment asks no more questions together ` +
        'than it takes at once',
    );
  }
  for (const option of ['python', 'concurrency', 'batch'] as const) {
    if (values[option] !== undefined && mode !== 'peers')
      throw new UsageError(`--${option} goes with --peers`);
  }
}
