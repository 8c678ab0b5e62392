/** `npm start`: reads the command line, and runs the service until it is interrupted. */
import { parseArgs } from 'node:util';
import { DEFAULT_TASK, isBareModel } from '../tasks/find-task.ts';
import { MODEL_OPTIONS, MODEL_OPTIONS_HELP, type ModelValues } from '../tasks/make/model-options.ts';
import { TaskError } from '../tasks/task-error.ts';
import { dataDirectoryOf, type ServiceOptions } from './options.ts';
import type { Concurrency } from './served-tasks.ts';
import { ServiceError } from './service-error.ts';

export const HELP = `Usage: npm start -- [task …] [options]
       npm start -- <model.onnx> [options]

Runs the inference service on this machine: the function's bundle as on Lambda, behind a gateway. A task is a name
under models/, a folder with an ensemble.json, or a bare ONNX file (default handwriting). Each task is a function of
its own; the first one also has the addresses that name none.

  --port <n>             port to listen on, 0 for any free one (default 8080)
  --host <address>       address to listen on (default 127.0.0.1, this machine only)
  --provisioned <n>      execution environments of each task that are warm at the start (default: number of cores);
                         for one of several tasks: --provisioned digits=4
  --max-concurrency <n>  execution environments of each task at most (default: number of cores); likewise
  --no-queue             refuse requests that find no environment at once, as Lambda does
  --function <folder>    a bundle made earlier (default dist/function, built when its sources are newer)
  --data <folder>        where answers, logs and tasks made of bare files are kept (default .subsecond)
  --no-cache             do not remember answers
  --help                 show this text

What can be said of a bare ONNX file:

${MODEL_OPTIONS_HELP}

The embedded DynamoDB serves this service alone; AWS_ENDPOINT_URL_DYNAMODB names another one to use instead. The
functions' own variables (functions/inference/service/configuration.ts), such as BUDGET_MILLISECONDS, are passed on.`;

/**
 * Reads the command line; a bare ONNX file becomes a task's folder.
 *
 * @returns undefined when help is asked for
 * @throws {ServiceError | TaskError} with one line that says what would be right
 */
export async function readStartOptions(parameters: readonly string[]): Promise<ServiceOptions | undefined> {
  const { values, positionals } = readArguments(parameters);
  const { help, port, host, provisioned, queue, data, cache, function: bundle, ...others } = values;
  const { 'max-concurrency': most, ...model } = others;
  if (help) return undefined;
  const options: ServiceOptions = {
    port: readNumber('port', port),
    host,
    queue,
    cache,
    dataDirectory: data,
    ...(bundle !== undefined && { functionDirectory: bundle }),
    ...readConcurrency(provisioned, most),
  };
  const tasks = await provideTasks(positionals, model, dataDirectoryOf(options));
  return { ...options, ...(tasks.length > 0 && { tasks }) };
}

function readArguments(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      allowNegative: true,
      options: {
        ...MODEL_OPTIONS,
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        provisioned: { type: 'string', multiple: true, default: [] },
        'max-concurrency': { type: 'string', multiple: true, default: [] },
        queue: { type: 'boolean', default: true },
        function: { type: 'string' },
        data: { type: 'string', default: '.subsecond' },
        cache: { type: 'boolean', default: true },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.?(?:\s|$)(?=[A-Z]|$)/, 1);
    throw new ServiceError(`${sentence}; npm start -- --help lists the options`, 2);
  }
}

/** Makes the folder of the one bare file of which something is said; files of which nothing is said need none here. */
async function provideTasks(
  tasks: readonly string[],
  model: ModelValues,
  dataDirectory: string,
): Promise<string[]> {
  const given = Object.keys(model).filter((option) => model[option as keyof ModelValues] !== undefined);
  if (given.length === 0) return [...tasks];
  // Only here are ONNX Runtime and the kinds needed: a gateway is to stay small.
  const [{ serveBareModel }, { readModelOptions }] = await Promise.all([
    import('../tasks/bare-model.ts'),
    import('../tasks/make/read-model-options.ts'),
  ]);
  const options = readModelOptions(model);
  const bare = tasks.filter(isBareModel);
  if (bare.length !== 1) {
    const names = given.map((option) => `--${option}`).join(', ');
    const [named = DEFAULT_TASK] = tasks;
    throw new TaskError(
      bare.length > 1
        ? `${names}: which of ${bare.join(', ')}? Make tasks of them one by one: npm run add -- --help`
        : `${names}: for a bare ONNX file; the task ${named} has its ensemble.json`,
      { exitCode: 2 },
    );
  }
  return Promise.all(
    tasks.map((task) => (isBareModel(task) ? serveBareModel(task, dataDirectory, options) : task)),
  );
}

/** `4` is for each task, `digits=4` for one of them. */
function readConcurrency(provisioned: readonly string[], most: readonly string[]): ServiceOptions {
  const all: { provisioned?: number; maxConcurrency?: number } = {};
  const concurrencyOf: Record<string, Concurrency> = {};
  for (const [option, field, texts] of [
    ['provisioned', 'provisioned', provisioned],
    ['max-concurrency', 'maxConcurrency', most],
  ] as const) {
    for (const text of texts) {
      const equals = text.lastIndexOf('=');
      const number = readNumber(option, text.slice(equals + 1));
      const task = text.slice(0, Math.max(equals, 0));
      if (equals === -1) all[field] = number;
      else concurrencyOf[task] = { ...concurrencyOf[task], [field]: number };
    }
  }
  return { ...all, concurrencyOf };
}

function readNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new ServiceError(`--${option} must be a whole number, got "${text}"`, 2);
  return Number(text);
}
