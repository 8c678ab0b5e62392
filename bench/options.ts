/** The command line of the bench. */
import { commandLine } from '../project/command-line.ts';
import { wholeNumber } from '../project/option-number.ts';
import { readOptions as readCommandLine } from '../project/read-options.ts';
import { UsageError } from '../project/usage-error.ts';
import { DEFAULT_TASK } from '../tasks/find-task.ts';
import { LEAST_MEMBERS_MILLISECONDS, MOST_CPU } from './report/goals.ts';

export const HELP = `Usage: npm run bench -- [task] [options]

Measures the service on this machine against the members of the task alone, in bare ONNX Runtime: throughput,
CPU time, latency, cold start and memory. Linux only, because it reads /proc. Nothing else should run meanwhile.

  task              a task under models/, or a folder with an ensemble.json (default ${DEFAULT_TASK})
  --contract <name> ask by this one of the task's contracts (default: its first one)
  --clients <list>  only this: requests/s, latency and CPU time with so many clients that wait for their
                    answers, such as 1,2,4,8; without ids where the contract allows it, so that nothing is
                    remembered
  --tensors         with --clients: send decoded tensors by the Open Inference Protocol, in binary, as Triton's
                    own load generator does, instead of the samples as they are (pictures only)
  --roofline        only this: operations and bytes of every member, what a core of this machine can do, and which
                    part of it members reach with 1, 2, 4 … 32 questions at once, where they take several
  --chart <file>    with --roofline: draw it there, as SVG
  --seconds <n>     seconds per measurement of throughput (default 10); those of --roofline take a tenth of it each
  --requests <n>    requests of the measurement of memory (default 10000)
  --json <file>     write the measurements there as well
  --help            show this text

Two goals are judged, which mean the same on any machine; where one is missed, the exit code is 1.
- Every request is answered.
- The environments take at most ${MOST_CPU.toFixed(1)} times the CPU time of the members that are asked: those which
  an answer takes, on the same samples, with nothing around them. Where they take less than
  ${LEAST_MEMBERS_MILLISECONDS} ms a question, most of a request is the way and not the members: then the ratio is shown, not judged.
Everything else depends on the machine and is shown only. A wrong command line ends with exit code 2.`;

export interface BenchOptions {
  readonly task: string;
  readonly contract: string | undefined;
  /** Undefined: the whole bench. */
  readonly clients: readonly number[] | undefined;
  /** Whether the clients send decoded tensors instead of samples. */
  readonly tensors: boolean;
  /** Whether only the members are measured, beside what a core can do. */
  readonly roofline: boolean;
  /** File for the chart of that. */
  readonly chart: string | undefined;
  readonly seconds: number;
  readonly requests: number;
  readonly json: string | undefined;
}

/** The one by which tensors are sent. */
const TENSORS_CONTRACT = 'open-inference';

const USAGE = {
  help: `${commandLine('bench')} --help`,
  tasks: 'one',
  options: {
    contract: { type: 'string', value: 'name' },
    clients: { type: 'string', value: 'list' },
    tensors: { type: 'boolean', default: false },
    roofline: { type: 'boolean', default: false },
    chart: { type: 'string', value: 'file' },
    seconds: { type: 'string', default: '10', value: 'n' },
    requests: { type: 'string', default: '10000', value: 'n' },
    json: { type: 'string', value: 'file' },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

/**
 * Reads the command line; undefined: help is wanted.
 *
 * @throws {UsageError} saying what would be right
 */
export function readOptions(parameters: readonly string[]): BenchOptions | undefined {
  const { values, positionals } = readCommandLine(USAGE, parameters);
  if (values.help) return undefined;
  const [task = DEFAULT_TASK] = positionals;
  const { seconds, requests, clients } = values;
  const numbers = clients?.split(',');
  if (numbers && !numbers.every((number) => /^[1-9]\d*$/.test(number))) {
    throw new UsageError(`--clients must be numbers of clients such as 1,2,4,8, not "${clients}"`);
  }
  if (values.tensors && (!numbers || (values.contract ?? TENSORS_CONTRACT) !== TENSORS_CONTRACT)) {
    throw new UsageError(`--tensors goes with --clients, and with no contract but ${TENSORS_CONTRACT}`);
  }
  if (values.roofline && (numbers || values.contract !== undefined)) {
    throw new UsageError(
      '--roofline measures members without any service: leave --clients and --contract out',
    );
  }
  if (values.chart !== undefined && !values.roofline) throw new UsageError('--chart goes with --roofline');
  return {
    task,
    contract: values.tensors ? TENSORS_CONTRACT : values.contract,
    tensors: values.tensors,
    clients: numbers?.map(Number),
    roofline: values.roofline,
    chart: values.chart,
    seconds: wholeNumber('seconds', seconds, 1),
    requests: wholeNumber('requests', requests, 1),
    json: values.json,
  };
}
