/** The command line of the bench. */
import { DEFAULT_MODEL } from '../model-repository/find-model.ts';
import { commandLine } from '../project/command-line.ts';
import { wholeNumber } from '../project/option-number.ts';
import { readOptions as readCommandLine } from '../project/read-options.ts';
import { UsageError } from '../project/usage-error.ts';

/** CPU time of the workers, at most so many times that of the members that a response takes. */
export const MOST_CPU = 1.5;
/** Members that take less CPU time than this are not what a request costs. */
export const LEAST_MEMBERS_MILLISECONDS = 1;

export const HELP = `Usage: ${commandLine('bench')} [model] [options]

Measures the service on this machine beside the members of the model alone, in bare ONNX Runtime: throughput, latency, CPU
time, start and memory. Linux only, because it reads /proc. Nothing else should run meanwhile.

  model             a model under models/, or a folder with an ensemble.json (default ${DEFAULT_MODEL})
  --steps           only this: CPU time of front process and workers for a request, and how much of it members, decoding, the
                    cache and the rest take, in turns
  --peers           only this: beside a service of FastAPI and ONNX Runtime with the same members, samples, clients and
                    cores, in turns, for models of pictures and of text; on any system, CPU time on Linux
  --roofline        only this: operations and bytes of every member, what a core of this machine can do, and which part of
                    it members reach with 1, 2, 4 … 32 requests in a batch, where the model has batches; on any system
  --contract <name> the contract of the requests (default: the model's first one)
  --clients <n>     clients that wait for their responses (default 10)
  --seconds <n>     seconds of each measurement (default 10); those of --roofline take a tenth of it
  --rounds <n>      with --peers, --steps: each measures everything once (default 5)
  --concurrency <n> with --peers: requests that a worker takes at once (default: as for npm start)
  --batch <n>       with --peers: requests that run together at most (default: as for npm start)
  --python <file>   with --peers: a Python with the packages of bench/peers/fastapi/requirements.txt (default python3)
  --json <file>     write the measurements there as well
  --help            show this text

Goals are judged that mean the same on any machine; where one is missed, the exit code is 1.
- Every request succeeds.
- The workers take at most ${MOST_CPU.toFixed(1)} times the CPU time of the members that a response takes, on the same
  samples with nothing around them, where those take ${LEAST_MEMBERS_MILLISECONDS} ms a request at least.
- --steps: front process, cache and what workers do beside members and decoding take at most 0.5 ms of CPU a request.
- --peers: both services give the same responses.
A wrong command line ends with exit code 2.`;

export type Mode = 'service' | 'steps' | 'peers' | 'roofline';

export interface BenchOptions {
  readonly mode: Mode;
  readonly model: string;
  readonly contract: string | undefined;
  readonly clients: number;
  readonly seconds: number;
  readonly rounds: number;
  /** Undefined: the service's own default. */
  readonly concurrency: number | undefined;
  readonly batch: number | undefined;
  /** Program of the peers. */
  readonly python: string;
  readonly json: string | undefined;
}

const USAGE = {
  help: `${commandLine('bench')} --help`,
  models: 'one',
  options: {
    steps: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    roofline: { type: 'boolean', default: false },
    contract: { type: 'string', value: 'name' },
    clients: { type: 'string', value: 'n' },
    seconds: { type: 'string', default: '10', value: 'n' },
    rounds: { type: 'string', value: 'n' },
    concurrency: { type: 'string', value: 'n' },
    batch: { type: 'string', value: 'n' },
    python: { type: 'string', value: 'file' },
    json: { type: 'string', value: 'file' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
  former: { chart: '--json has every point of it' },
} as const;

/** Options that only some modes have. */
const ONLY = {
  contract: ['service', 'steps', 'peers'],
  clients: ['service', 'steps', 'peers'],
  rounds: ['steps', 'peers'],
  concurrency: ['peers'],
  batch: ['peers'],
  python: ['peers'],
} as const satisfies Record<string, readonly Mode[]>;

/**
 * Reads the command line; undefined: help is wanted.
 *
 * @throws {UsageError} saying what would be right
 */
export function readOptions(parameters: readonly string[]): BenchOptions | undefined {
  const { values, positionals } = readCommandLine(USAGE, parameters);
  if (values.help) return undefined;
  const [first, second] = (['steps', 'peers', 'roofline'] as const).filter((name) => values[name]);
  if (second !== undefined) throw new UsageError(`--${first} or --${second}: one at a time`);
  const mode = first ?? 'service';
  for (const [option, modes] of Object.entries(ONLY) as [keyof typeof ONLY, readonly Mode[]][]) {
    if (values[option] === undefined || modes.includes(mode)) continue;
    const right = modes.filter((other) => other !== 'service').map((other) => `--${other}`);
    const wrong = mode === 'service' ? '' : `does not go with --${mode}, but `;
    throw new UsageError(`--${option} ${wrong}goes with ${right.join(' or ')}`);
  }
  return {
    mode,
    model: positionals[0] ?? DEFAULT_MODEL,
    contract: values.contract,
    clients: wholeNumber('clients', values.clients ?? '10', 1),
    seconds: wholeNumber('seconds', values.seconds, 1),
    rounds: wholeNumber('rounds', values.rounds ?? '5', 1),
    concurrency: wholeNumber('concurrency', values.concurrency, 1),
    batch: wholeNumber('batch', values.batch, 1, 256),
    python: values.python ?? (process.platform === 'win32' ? 'python' : 'python3'),
    json: values.json,
  };
}
