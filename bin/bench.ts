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
import { drawRoofline } from '../bench/roofline/chart.ts';
import { measureRoofline } from '../bench/roofline/measure.ts';
import { formatRoofline } from '../bench/roofline/table.ts';
import type { ServiceOptions } from '../local/options.ts';
import { startService } from '../local/service.ts';
import { ServiceError } from '../local/service-error.ts';
import { runCommand } from '../project/run-command.ts';
import { UsageError } from '../project/usage-error.ts';
import { type AskedTask, openAskedTask } from '../tasks/asked-task.ts';

/** Rough time of one request on one environment, for the time left. */
const SECONDS_PER_REQUEST = 0.01;

/** What came of a run: for the terminal, for `--json`, for the exit code. */
interface Outcome {
  readonly table: string;
  readonly measurements: unknown;
  readonly kept: boolean;
}

await runCommand('bench', async (parameters) => {
  const options = readOptions(parameters);
  if (!options) console.log(HELP);
  else if (options.roofline) await benchRoofline(options);
  else await bench(options);
});

async function bench(options: BenchOptions): Promise<void> {
  const { json } = options;
  if (process.platform !== 'linux') throw new ServiceError('the bench reads /proc and so runs on Linux only');
  requireEmbeddedDatabase();
  const asked = await openAskedTask(options);
  if (json !== undefined) requireWritable('json', json);
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

/** Members alone: nothing is asked, so nothing can be missed. */
async function benchRoofline(options: BenchOptions): Promise<void> {
  const { json, chart, seconds } = options;
  const asked = await openAskedTask(options);
  if (json !== undefined) requireWritable('json', json);
  if (chart !== undefined) requireWritable('chart', chart);
  const measured = await measureRoofline(asked, seconds / 10, (expected) => new Progress(expected));
  console.log(formatRoofline(measured));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(measured, undefined, 2)}\n`);
  if (chart !== undefined) writeFileSync(chart, drawRoofline(measured));
}

/** The CPU time of the table is measured as well, so it has to run here. */
function requireEmbeddedDatabase(): void {
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB) {
    throw new ServiceError('the bench measures the embedded DynamoDB: unset AWS_ENDPOINT_URL_DYNAMODB');
  }
}

/** Better now than after minutes of measurements, which may fail and should leave no empty file then. */
function requireWritable(option: string, file: string): void {
  try {
    const isNew = !existsSync(file);
    closeSync(openSync(file, 'a'));
    if (isNew) rmSync(file);
  } catch (error) {
    throw new UsageError(`cannot write --${option} ${file}: ${(error as Error).message}`);
  }
}
