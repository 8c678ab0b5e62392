/** The command line of the bench. */
import { parseArgs } from 'node:util';
import { ServiceError } from '../local/service-error.ts';
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
  --seconds <n>     seconds per measurement of throughput (default 10)
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
  readonly seconds: number;
  readonly requests: number;
  readonly json: string | undefined;
}

/** The one by which tensors are sent. */
const TENSORS_CONTRACT = 'open-inference';
const WHOLE_NUMBER = /^[1-9]\d*$/;

/**
 * Reads the command line; undefined: help is wanted.
 *
 * @throws {ServiceError} with exit code 2 and one line that says what would be right
 */
export function readOptions(commandLine: string[]): BenchOptions | undefined {
  const { values, positionals } = parse(commandLine);
  if (values.help) return undefined;
  const [task = DEFAULT_TASK, ...rest] = positionals;
  if (rest.length > 0) throw new ServiceError(`expected one task, received also ${rest.join(' ')}`, 2);
  const { seconds, requests, clients } = values;
  if (!WHOLE_NUMBER.test(seconds) || !WHOLE_NUMBER.test(requests)) {
    throw new ServiceError('--seconds and --requests must be whole numbers of at least 1', 2);
  }
  const numbers = clients?.split(',');
  if (numbers && !numbers.every((number) => WHOLE_NUMBER.test(number))) {
    throw new ServiceError(`--clients must be numbers of clients such as 1,2,4,8, received ${clients}`, 2);
  }
  if (values.tensors && (!numbers || (values.contract ?? TENSORS_CONTRACT) !== TENSORS_CONTRACT)) {
    throw new ServiceError(`--tensors goes with --clients, and with no contract but ${TENSORS_CONTRACT}`, 2);
  }
  return {
    task,
    contract: values.tensors ? TENSORS_CONTRACT : values.contract,
    tensors: values.tensors,
    clients: numbers?.map(Number),
    seconds: Number(seconds),
    requests: Number(requests),
    json: values.json,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        contract: text,
        clients: text,
        tensors: { type: 'boolean', default: false },
        seconds: { ...text, default: '10' },
        requests: { ...text, default: '10000' },
        json: text,
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new ServiceError(`${(error as Error).message.split('\n', 1)[0]}; see npm run bench -- --help`, 2);
  }
}
