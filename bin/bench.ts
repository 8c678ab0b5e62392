/** `npm run bench`: what the local service costs over bare inference. */
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thisMachine } from '../bench/machine.ts';
import { formatClients, measureClients } from '../bench/measure/waiting-clients.ts';
import { measureWhole } from '../bench/measure/whole.ts';
import { type BenchOptions, HELP, readOptions } from '../bench/options.ts';
import { Progress } from '../bench/progress.ts';
import { allAnswered, goalsKept, judgeGoals } from '../bench/report/goals.ts';
import { compare, formatTable } from '../bench/report/table.ts';
import { ModelError } from '../functions/inference/members/model-error.ts';
import type { ServiceOptions } from '../local/options.ts';
import { startService } from '../local/service.ts';
import { ServiceError } from '../local/service-error.ts';
import { type AskedTask, openAskedTask } from '../tasks/asked-task.ts';
import { TaskError } from '../tasks/find-task.ts';

/** Rough time of one request on one environment, for the time left. */
const SECONDS_PER_REQUEST = 0.01;

/** What came of a run: for the terminal, for `--json`, for the exit code. */
interface Outcome {
  readonly table: string;
  readonly measurements: unknown;
  readonly kept: boolean;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await bench(options);
  else console.log(HELP);
} catch (error) {
  if (!(error instanceof ServiceError || error instanceof TaskError || error instanceof ModelError))
    throw error;
  console.error(error.message);
  process.exitCode = error instanceof ServiceError ? error.exitCode : error instanceof TaskError ? 2 : 1;
}

async function bench(options: BenchOptions): Promise<void> {
  const { json } = options;
  if (process.platform !== 'linux') throw new ServiceError('the bench reads /proc and so runs on Linux only');
  requireEmbeddedDatabase();
  const asked = await openAskedTask(options);
  if (json !== undefined) requireWritable(json);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'subsecond-bench-'));
  const service = { tasks: [asked.directory], dataDirectory, port: 0 };
  try {
    const measure = options.clients ? measureOnlyClients : measureAll;
    const { table, measurements, kept } = await measure(asked, service, options);
    console.log(table);
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(measurements, undefined, 2)}\n`);
    process.exitCode = kept ? 0 : 1;
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function measureAll(
  asked: AskedTask,
  service: ServiceOptions,
  { seconds, requests }: BenchOptions,
): Promise<Outcome> {
  const progress = new Progress(5 * seconds + 20 + requests * SECONDS_PER_REQUEST);
  try {
    const measured = await measureWhole({ service, asked, seconds, requests }, progress);
    const goals = judgeGoals(measured);
    const measurements = { ...measured, ratios: compare(measured), goals };
    return { table: formatTable(measured), measurements, kept: goalsKept(goals) };
  } finally {
    progress.end();
  }
}

async function measureOnlyClients(
  { directory, manifest, client }: AskedTask,
  options: ServiceOptions,
  { clients = [], tensors, seconds }: BenchOptions,
): Promise<Outcome> {
  const progress = new Progress(seconds * clients.length + 5);
  const { contract } = client;
  const ids = client.needsId ? 'new' : 'none';
  const started = new Date().toISOString();
  const service = await startService(options);
  try {
    const load = { asked: { task: directory, contract }, ids, tensors, seconds } as const;
    const loads = await measureClients(service, load, clients, progress);
    const measurements = {
      started,
      machine: thisMachine(),
      task: manifest.task,
      contract,
      ids,
      tensors,
      loads,
    } as const;
    return { table: formatClients(measurements), measurements, kept: goalsKept([allAnswered(loads)]) };
  } finally {
    progress.end();
    await service.stop();
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
