/** The command line of `npm start`. */
import { LOG_LEVELS } from '../../functions/inference/telemetry/telemetry.ts';
import { bareModelOptions, DEFAULT_MODEL } from '../../model-repository/find-model.ts';
import { MODEL_OPTIONS, MODEL_OPTIONS_HELP } from '../../model-repository/make/model-options.ts';
import { commandLine } from '../../project/command-line.ts';
import { defined } from '../../project/defined.ts';
import { wholeNumber } from '../../project/option-number.ts';
import { readOptions } from '../../project/read-options.ts';
import { UsageError } from '../../project/usage-error.ts';
import { MOST_CONCURRENT, MOST_WORKERS } from '../models/served-models.ts';
import type { ServiceOptions } from '../options.ts';

export const HELP = `Usage: ${commandLine('start')} [model …] [options]
       ${commandLine('start')} <model.onnx> [options]

Serves models on this machine: front processes for HTTP, APIs and cache, and workers that predict. A model is a name under
models/, a folder with an ensemble.json, or a bare ONNX file (default ${DEFAULT_MODEL}). An address that names no model belongs
to the first model that has the address.

  --port <n>             port to listen on, 0 for any free one (default 8080)
  --host <address>       address to listen on (default 127.0.0.1, this machine only)
  --allow-host <name>    host name to accept beside IP addresses, localhost and --host; may be repeated
  --workers <n>          workers of each model (default: number of cores)
  --fronts <n>           front processes; they share the port and divide the workers, so each needs at least one worker of each
                         model (default: one for every four cores)
  --concurrency <n>      requests that a worker takes at once, so that batches form (default: twice --batch)
  --batch <n>            largest number of requests that run together (default: the model's own number); 1 turns batches off
  --log <file>           where a line for each request goes, or stdout (default: service.log in the folder of --data)
  --log-level <level>    debug (includes health checks), info, warn (only incidents and failed requests) or error (default info)
  --load-timeout <s>     time limit for reading a model, and for loading it in a worker (default 60)
  --worker-timeout <ms>  a worker with requests is replaced after this time without a response (default: two deadlines of its
                         model, at least 1000)
  --data <folder>        folder of the cache, the log and models made from bare files (default .subsecond)
  --no-cache             do not cache responses
  --watch                reload a model when its folder or file changes; the old version serves until the new one is ready
  --cors <origin>        allow pages of this origin, for example https://example.com, or * for all; may be repeated
  --api-key <key>        require this key in x-api-key or as bearer token, except for /healthz
  --max-body <MB>        largest size of a request, of a picture, and of a response, 1 to 200 (default 20)
  --help                 show this text

Options of a bare ONNX file:

${MODEL_OPTIONS_HELP}

The environment variables of the Lambda function (functions/inference/service/configuration.ts), such as DEADLINE_MILLISECONDS,
work here, too.`;

/** Options that are whole numbers, with their least and greatest value. */
const NUMBERS = {
  port: { type: 'string', default: '8080', value: 'n', limits: [0, 65_535] },
  workers: { type: 'string', value: 'n', limits: [1, MOST_WORKERS] },
  fronts: { type: 'string', value: 'n', limits: [1, MOST_WORKERS] },
  concurrency: { type: 'string', value: 'n', limits: [1, MOST_CONCURRENT] },
  batch: { type: 'string', value: 'n', limits: [1, 256] },
  'load-timeout': { type: 'string', value: 's', limits: [1, 86_400] },
  'worker-timeout': { type: 'string', value: 'ms', limits: [10, 86_400_000] },
  'max-body': { type: 'string', value: 'MB', default: '20', limits: [1, 200] },
} as const;

const USAGE = {
  help: `${commandLine('start')} --help`,
  models: 'several',
  options: {
    ...MODEL_OPTIONS,
    ...NUMBERS,
    host: { type: 'string', default: '127.0.0.1', value: 'address' },
    'allow-host': { type: 'string', multiple: true, default: [] as string[], value: 'name' },
    data: { type: 'string', value: 'folder' },
    log: { type: 'string', value: 'file' },
    'log-level': { type: 'string', value: 'level', default: 'info' },
    watch: { type: 'boolean', default: false },
    cache: { type: 'boolean', default: true },
    cors: { type: 'string', multiple: true, default: [] as string[], value: 'origin' },
    'api-key': { type: 'string', value: 'key' },
  },
} as const;

/**
 * @returns undefined for `--help`
 * @throws {UsageError | ModelError} with one line that says what would be right
 */
export async function readStartOptions(parameters: readonly string[]): Promise<ServiceOptions | undefined> {
  const { values, positionals } = readOptions(USAGE, parameters);
  if (values.help) return undefined;
  const { host, cors, cache, watch, log } = values;
  const logLevel = LOG_LEVELS.find((level) => level === values['log-level']);
  if (!logLevel)
    throw new UsageError(`--log-level must be one of ${LOG_LEVELS.join(', ')}, got ${values['log-level']}`);
  const number = <Option extends keyof typeof NUMBERS>(option: Option) => {
    const [least, most] = NUMBERS[option].limits;
    return wholeNumber(option, values[option], least, most);
  };
  const seconds = number('load-timeout');
  return defined({
    host,
    port: number('port'),
    allowHosts: values['allow-host'],
    cors,
    apiKey: values['api-key'],
    maxBodyBytes: 1e6 * number('max-body'),
    workers: number('workers'),
    fronts: number('fronts'),
    concurrency: number('concurrency'),
    batch: defined({ largest: number('batch') }),
    loadTimeoutMilliseconds: seconds && 1000 * seconds,
    workerTimeoutMilliseconds: number('worker-timeout'),
    dataDirectory: values.data,
    cache,
    watch,
    log,
    logLevel,
    models: positionals.length > 0 ? positionals : undefined,
    bareModel: await bareModelOptions(positionals, values),
  });
}
