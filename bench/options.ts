/** The command line of the bench. */
import { DEFAULT_MODEL } from '../model-repository/find-model.ts';
import { commandLine } from '../project/command-line.ts';
import { wholeNumber } from '../project/option-number.ts';
import { readOptions as readCommandLine } from '../project/read-options.ts';
import { UsageError } from '../project/usage-error.ts';

/** Limit of the workers' CPU time, as a multiple of the CPU time of the members that a response needs. */
export const MOST_CPU = 1.5;
/** `MOST_CPU` only applies if the members take at least this CPU time. Otherwise they are not the main cost of a request. */
export const LEAST_MEMBERS_MILLISECONDS = 1;

export const HELP = `Usage: ${commandLine('bench')} [model] [options]

Measures throughput, latency, CPU time, start-up time and memory of the service on this machine, and compares it with the
model's members (its ONNX files) in bare ONNX Runtime. This needs Linux, because it reads /proc. Run no other programs meanwhile.

Example: ${commandLine('bench')} digits --seconds 5

  model                 a model under models/, or a folder with an ensemble.json (default ${DEFAULT_MODEL})
  --contract <name>     contract (API) of the requests (default: the first contract of the model)
  --clients <n>         clients that wait for each response, except with --overload (default 10)
  --seconds <n>         duration of each measurement (default 10)
  --json <file>         also write the measurements as JSON
  --help                show this help

Other measurements, one at a time:
  --steps               CPU time per request of front process and workers, by step: members, decoding, cache, rest
  --peers               comparison with a FastAPI service that runs the same members on the same cores, in turns; for models
                        of pictures and texts; on any system, but CPU time only on Linux
  --overload            responses in time and refusals at 1, 2 and 4 times the capacity; then at half the capacity, alone and
                        beside clients that send pictures which are costly to decode; on any system
  --rounds <n>          with --steps or --peers: number of rounds (default 5)
  --python <file>       with --peers: a Python with the packages of bench/peers/fastapi/requirements.txt (default python3)

Goals that are the same on every machine:
- Every request succeeds; not judged with --overload.
- Default measurement: the workers take at most ${MOST_CPU.toFixed(1)} times the CPU time that bare ONNX Runtime takes for the members
  that a response needs; judged if this is at least ${LEAST_MEMBERS_MILLISECONDS} ms a request.
- --steps: front process, cache and workers, without members and decoding, take at most 0.5 ms of CPU per request.
- --peers: both services give the same responses to at least 95 % of the samples.
- --overload: at 1, 2 and 4 times the capacity, responses in time reach at least 90 % of the capacity that the load generator
  leaves, and the p99 of refusals is at most 50 ms.

Exit code: 0, 1 if a goal is missed, 2 for wrong usage.`;

const OTHER_MODES = ['steps', 'peers', 'overload'] as const;
export type Mode = 'service' | (typeof OTHER_MODES)[number];

export type BenchOptions = NonNullable<ReturnType<typeof readOptions>>;

const USAGE = {
  help: `${commandLine('bench')} --help`,
  models: 'one',
  options: {
    steps: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    overload: { type: 'boolean', default: false },
    contract: { type: 'string', value: 'name' },
    clients: { type: 'string', value: 'n' },
    seconds: { type: 'string', default: '10', value: 'n' },
    rounds: { type: 'string', value: 'n' },
    python: { type: 'string', value: 'file' },
    json: { type: 'string', value: 'file' },
  },
} as const;

/** Options that only some modes have. */
const ONLY = {
  clients: ['service', 'steps', 'peers'],
  rounds: ['steps', 'peers'],
  python: ['peers'],
} as const satisfies Record<string, readonly Mode[]>;

/** @returns undefined for `--help` @throws {UsageError} that says what would be right */
export function readOptions(parameters: readonly string[]) {
  const { values, positionals } = readCommandLine(USAGE, parameters);
  if (values.help) return undefined;
  const [first, second] = OTHER_MODES.filter((name) => values[name]);
  if (second !== undefined) throw new UsageError(`--${first} and --${second} exclude each other`);
  const mode: Mode = first ?? 'service';
  for (const [option, modes] of Object.entries(ONLY) as [keyof typeof ONLY, readonly Mode[]][]) {
    if (values[option] === undefined || modes.includes(mode)) continue;
    const right = modes.map((one) => (one === 'service' ? 'the default measurement' : `--${one}`));
    throw new UsageError(`--${option} only applies to ${right.join(' or ')}`);
  }
  return {
    mode,
    model: positionals[0] ?? DEFAULT_MODEL,
    contract: values.contract,
    clients: wholeNumber('clients', values.clients ?? '10', 1),
    seconds: wholeNumber('seconds', values.seconds, 1),
    rounds: wholeNumber('rounds', values.rounds ?? '5', 1),
    python: values.python ?? (process.platform === 'win32' ? 'python' : 'python3'),
    json: values.json,
  };
}
