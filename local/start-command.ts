/** `npm start`: reads the command line, and runs the service until it is interrupted. */
import { statSync } from 'node:fs';
import { commandLine } from '../project/command-line.ts';
import { wholeNumber } from '../project/option-number.ts';
import { readOptions } from '../project/read-options.ts';
import { UsageError } from '../project/usage-error.ts';
import { DEFAULT_TASK, isBareModel } from '../tasks/find-task.ts';
import { MODEL_OPTIONS, MODEL_OPTIONS_HELP, type ModelValues } from '../tasks/make/model-options.ts';
import { TaskError } from '../tasks/task-error.ts';
import { readBatch, readConcurrency } from './concurrency-options.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { dataDirectoryOf, type ServiceOptions } from './options.ts';

/** What Lambda allows on Managed Instances of the largest size. */
const MOST_AT_ONCE = 1600;

export const HELP = `Usage: ${commandLine('start')} [task …] [options]
       ${commandLine('start')} <model.onnx> [options]

Runs the inference service on this machine: the function's bundle as on Lambda, behind a gateway. A task is a name
under models/, a folder with an ensemble.json, or a bare ONNX file (default ${DEFAULT_TASK}). Each task is a function of
its own; the first one also has the addresses that name none.

  --port <n>             port to listen on, 0 for any free one (default 8080)
  --host <address>       address to listen on (default 127.0.0.1, this machine only)
  --provisioned <n>      execution environments of each task that are warm at the start (default: number of cores);
                         for one of several tasks: --provisioned digits=4
  --max-concurrency <n>  execution environments of each task at most (default: number of cores); likewise
  --concurrency <n>      requests that an execution environment takes at once, as on Lambda Managed Instances (default 1)
  --batch <n>            questions that members are asked at once at most, instead of the task's own number; 1 is one by
                         one. Needs --concurrency
  --queue-delay <ms>     how long a question waits for others although its member is free, instead of the task's own
  --no-queue             refuse requests that find no environment at once, as Lambda does
  --function <folder>    a bundle made earlier (default dist/function, built when its sources are newer)
  --data <folder>        where answers, logs and tasks made of bare files are kept (default .subsecond)
  --no-cache             do not remember answers
  --help                 show this text

What can be said of a bare ONNX file:

${MODEL_OPTIONS_HELP}

The embedded DynamoDB serves this service alone; AWS_ENDPOINT_URL_DYNAMODB names another one to use instead. The
functions' own variables (functions/inference/service/configuration.ts), such as BUDGET_MILLISECONDS, are passed on.`;

const USAGE = {
  help: `${commandLine('start')} --help`,
  tasks: 'several',
  options: {
    ...MODEL_OPTIONS,
    port: { type: 'string', default: '8080', value: 'n' },
    host: { type: 'string', default: '127.0.0.1', value: 'address' },
    provisioned: { type: 'string', multiple: true, default: [] as string[], value: 'n' },
    'max-concurrency': { type: 'string', multiple: true, default: [] as string[], value: 'n' },
    concurrency: { type: 'string', default: '1', value: 'n' },
    batch: { type: 'string', value: 'n' },
    'queue-delay': { type: 'string', value: 'ms' },
    queue: { type: 'boolean', default: true },
    function: { type: 'string', value: 'folder' },
    data: { type: 'string', value: 'folder' },
    cache: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false, short: 'h' },
  },
} as const;

/**
 * Reads the command line; a bare ONNX file becomes a task's folder.
 *
 * @returns undefined when help is asked for
 * @throws {UsageError | TaskError | ServiceError} with one line that says what would be right
 */
export async function readStartOptions(parameters: readonly string[]): Promise<ServiceOptions | undefined> {
  const { values, positionals } = readOptions(USAGE, parameters);
  const {
    help,
    port,
    host,
    provisioned,
    concurrency,
    queue,
    data,
    cache,
    function: bundle,
    ...others
  } = values;
  const { 'max-concurrency': most, batch, 'queue-delay': delay, ...model } = others;
  if (help) return undefined;
  if (bundle !== undefined && !statSync(bundle, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--function must be a folder with a bundle, not ${bundle}`);
  }
  const options: ServiceOptions = {
    port: wholeNumber('port', port, 0, 65_535),
    host,
    concurrency: wholeNumber('concurrency', concurrency, 1, MOST_AT_ONCE),
    queue,
    cache,
    ...(data !== undefined && { dataDirectory: data }),
    ...(bundle !== undefined && { functionDirectory: bundle }),
    ...readConcurrency(provisioned, most),
    environment: readBatch(batch, delay, concurrency),
  };
  if (positionals.some(isBareModel)) prepareDataDirectory(dataDirectoryOf(options));
  const tasks = await provideTasks(positionals, model, dataDirectoryOf(options));
  return { ...options, ...(tasks.length > 0 && { tasks }) };
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
        ? `${names}: which of ${bare.join(', ')}? Make tasks of them one by one: ${commandLine('add')} --help`
        : `${names}: for a bare ONNX file; the task ${named} has its ensemble.json`,
      { exitCode: 2 },
    );
  }
  return Promise.all(
    tasks.map((task) => (isBareModel(task) ? serveBareModel(task, dataDirectory, options) : task)),
  );
}
