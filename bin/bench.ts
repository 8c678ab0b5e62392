/** `npm run bench`: what the local service costs over bare inference, and beside others. */
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { MODES } from '../bench/modes/modes.ts';
import { type BenchOptions, HELP, PEERS_REPORT, readOptions } from '../bench/options.ts';
import { ServiceError } from '../local/service-error.ts';
import { runCommand } from '../project/run-command.ts';
import { UsageError } from '../project/usage-error.ts';
import { openAskedTask } from '../tasks/asked-task.ts';

await runCommand('bench', async (parameters) => {
  const options = readOptions(parameters);
  if (!options) console.log(HELP);
  else await bench(options);
});

async function bench(options: BenchOptions): Promise<void> {
  const { mode, json, chart } = options;
  const { linuxOnly, measure } = MODES[mode];
  if (linuxOnly && process.platform !== 'linux') {
    throw new ServiceError('the bench reads /proc and so runs on Linux only');
  }
  const asked = await openAskedTask(options);
  if (json === PEERS_REPORT) mkdirSync(dirname(json), { recursive: true });
  if (json !== undefined) requireWritable('json', json);
  if (chart !== undefined) requireWritable('chart', chart);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'subsecond-bench-'));
  try {
    const { table, measurements, kept, chart: drawn } = await measure(asked, options, dataDirectory);
    console.log(table);
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(measurements, undefined, 2)}\n`);
    if (json === PEERS_REPORT) console.log(`\nevery round: ${relative(process.cwd(), json)}`);
    if (chart !== undefined && drawn !== undefined) writeFileSync(chart, drawn);
    process.exitCode = kept ? 0 : 1;
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
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
