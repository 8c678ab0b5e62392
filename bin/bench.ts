/** `npm run bench`: what the local service costs over bare inference. */
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCeiling } from '../bench/bare-inference.ts';
import { measureColdStarts } from '../bench/cold-start.ts';
import { measureLoad } from '../bench/load.ts';
import { measureMemory } from '../bench/memory.ts';
import { Progress } from '../bench/progress.ts';
import { formatTable, judge, type Measurements } from '../bench/report.ts';
import { resolveOptions } from '../local/options.ts';
import { startService } from '../local/service.ts';
import { ServiceError } from '../local/service-error.ts';

const HELP = `Usage: npm run bench -- [options]

Measures the service on this machine against bare onnxruntime-node: throughput, CPU time, latency, cold
start and memory. Linux only, because it reads /proc. Nothing else should run meanwhile.

  --seconds <n>   seconds per measurement of throughput (default 10)
  --requests <n>  requests of the measurement of memory (default 10000)
  --model <task>  a task under models/, or a folder with an ensemble.json (default handwriting)
  --json <file>   write the measurements there as well
  --help          show this text`;

const WHOLE_NUMBER = /^[1-9]\d*$/;
const COLD_STARTS = 5;
/** Shorter than any measurement that counts: compilers and caches settle. */
const SETTLING_SECONDS = 2;
/** Rough time of one request on one environment, for the time left. */
const SECONDS_PER_REQUEST = 0.01;

try {
  const { values } = readArguments();
  if (values.help) console.log(HELP);
  else await bench(values.model, Number(values.seconds), Number(values.requests), values.json);
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

function readArguments() {
  const options = {
    seconds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '10000' },
    model: { type: 'string', default: 'handwriting' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  try {
    const parsed = parseArgs({ options });
    if (WHOLE_NUMBER.test(parsed.values.seconds) && WHOLE_NUMBER.test(parsed.values.requests)) return parsed;
  } catch (error) {
    throw new ServiceError(`${(error as Error).message.split('\n', 1)[0]}; see npm run bench -- --help`, 2);
  }
  throw new ServiceError('--seconds and --requests must be whole numbers of at least 1', 2);
}

async function bench(
  model: string,
  seconds: number,
  requests: number,
  json: string | undefined,
): Promise<void> {
  if (process.platform !== 'linux') throw new ServiceError('the bench reads /proc and so runs on Linux only');
  requireEmbeddedDatabase();
  const { modelDirectory } = resolveOptions({ model });
  if (json !== undefined) requireWritable(json);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'subsecond-bench-'));
  const options = { model, dataDirectory, port: 0 };
  const progress = new Progress(5 * seconds + 20 + requests * SECONDS_PER_REQUEST);
  try {
    const started = new Date().toISOString();
    progress.begin('cold starts');
    const coldStarts = await measureColdStarts(options, COLD_STARTS);
    progress.begin('bare inference');
    const ceiling = {
      all: await measureCeiling(modelDirectory, 'all', seconds),
      asked: await measureCeiling(modelDirectory, 'asked', seconds),
    };
    const loads = await measureLoads(options, seconds, progress);
    progress.begin(`memory over ${requests} requests`);
    const memory = await measureMemory(options, [1, Math.ceil(requests / 10), requests]);
    progress.end();
    const machine = {
      cores: availableParallelism(),
      processor: cpus()[0]?.model ?? 'unknown processor',
      node: process.versions.node,
    };
    const measurements: Measurements = { started, machine, ceiling, ...loads, coldStarts, memory };
    console.log(formatTable(measurements));
    if (json !== undefined) {
      writeFileSync(
        json,
        `${JSON.stringify({ ...measurements, verdict: judge(measurements) }, undefined, 2)}\n`,
      );
    }
  } finally {
    progress.end();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

/** The CPU time of the table is measured as well, so it has to run here. */
function requireEmbeddedDatabase(): void {
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    throw new ServiceError('the bench measures the embedded DynamoDB: unset AWS_ENDPOINT_URL_DYNAMODB');
  }
}

/** Better now than after minutes of measurements, which may fail and should leave no empty file then. */
function requireWritable(file: string): void {
  try {
    const isNew = !existsSync(file);
    closeSync(openSync(file, 'a'));
    if (isNew) rmSync(file);
  } catch (error) {
    throw new ServiceError(`cannot write --json ${file}: ${(error as Error).message}`, 2);
  }
}

async function measureLoads(options: { dataDirectory: string }, seconds: number, progress: Progress) {
  const service = await startService(options);
  try {
    progress.begin('settling');
    await measureLoad(service, { clients: 10, seconds: SETTLING_SECONDS });
    progress.begin('1 client, new ids');
    const one = await measureLoad(service, { clients: 1, seconds });
    progress.begin('10 clients, new ids');
    const ten = await measureLoad(service, { clients: 10, seconds });
    progress.begin('10 clients, repeated ids');
    const repeated = await measureLoad(service, { clients: 10, seconds, repeated: true });
    return { fresh: { one, ten }, repeated };
  } finally {
    await service.stop();
  }
}
