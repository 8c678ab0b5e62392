/** `npm start`: the service on this machine. */
import { parseArgs } from 'node:util';
import { startService } from '../local/service.ts';
import { ServiceError } from '../local/service-error.ts';
import { printWelcome } from '../local/welcome.ts';

const HELP = `Usage: npm start -- [options]

Runs the inference service on this machine: the function's bundle as on Lambda, behind a gateway.

  --port <n>             port to listen on, 0 for any free one (default 8080)
  --host <address>       address to listen on (default 127.0.0.1, this machine only)
  --provisioned <n>      execution environments that are warm at the start (default: number of cores)
  --max-concurrency <n>  execution environments at most (default: number of cores)
  --no-queue             refuse requests that find no environment at once, as Lambda does
  --model <task>         a task under models/, or a folder with an ensemble.json (default handwriting)
  --function <folder>    a bundle made earlier (default dist/function, built when its sources are newer)
  --data <folder>        where answers and logs are kept (default .subsecond)
  --no-cache             do not remember answers
  --help                 show this text

AWS_ENDPOINT_URL_DYNAMODB names a DynamoDB to use instead of the embedded one. The function's own
variables (functions/inference/configuration.ts), such as BUDGET_MILLISECONDS, are passed on to it.`;

try {
  const { values } = readArguments();
  if (values.help) {
    console.log(HELP);
  } else {
    await run(values);
  }
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '8080' },
        host: { type: 'string', default: '127.0.0.1' },
        provisioned: { type: 'string' },
        'max-concurrency': { type: 'string' },
        queue: { type: 'boolean', default: true },
        model: { type: 'string' },
        function: { type: 'string' },
        data: { type: 'string', default: '.subsecond' },
        cache: { type: 'boolean', default: true },
        help: { type: 'boolean', default: false },
      },
      allowNegative: true,
    });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.?(?:\s|$)(?=[A-Z]|$)/, 1);
    throw new ServiceError(`${sentence}; npm start -- --help lists the options`, 2);
  }
}

async function run(values: ReturnType<typeof readArguments>['values']): Promise<void> {
  const service = await startService({
    port: readNumber('port', values.port),
    host: values.host,
    ...(values.provisioned !== undefined && { provisioned: readNumber('provisioned', values.provisioned) }),
    ...(values['max-concurrency'] !== undefined && {
      maxConcurrency: readNumber('max-concurrency', values['max-concurrency']),
    }),
    queue: values.queue,
    ...(values.model !== undefined && { model: values.model }),
    ...(values.function !== undefined && { functionDirectory: values.function }),
    dataDirectory: values.data,
    cache: values.cache,
  });
  printWelcome(service);
  let interrupted = false;
  const end = () => {
    if (interrupted) process.exit(1);
    interrupted = true;
    console.log('Finishing the requests in flight; Ctrl-C again ends at once.');
    void service.stop();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

function readNumber(option: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new ServiceError(`--${option} must be a whole number, got "${text}"`, 2);
  return Number(text);
}
